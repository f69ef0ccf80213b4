// SPDX-License-Identifier: BSD-2-Clause
// Sockets of the Internet protocols: UDP and TCP over IPv4.
#include <unix/sockets/internet_family.hpp>

namespace flat::unix::sockets {

i64 InternetFamily::check(u32 kind, u32 protocol) {
    constexpr u32 tcp = 6, udp = 17; // IPPROTO_TCP, IPPROTO_UDP
    if (kind != SocketFile::stream && kind != SocketFile::datagram)
        return failed(Errno::esocktnosupport);
    bool const is_its = protocol == 0 || protocol == (kind == SocketFile::stream ? tcp : udp);
    return is_its ? 0 : failed(Errno::eprotonosupport);
}

SocketFile* InternetFamily::make(u32 kind) {
    using Kind = net::Sockets::Kind;
    auto const opened = sockets->open(kind == SocketFile::stream ? Kind::stream : Kind::datagram);
    if (opened.is_error()) return nullptr;
    return InternetSocket::make({*records, *frames, *threads, *user_mode, *sockets, *states}, kind,
                                opened.value());
}

} // namespace flat::unix::sockets

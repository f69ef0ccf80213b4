// SPDX-License-Identifier: BSD-2-Clause
// Sockets of the Internet protocols: UDP, TCP and ICMP over IPv4.
#include <unix/sockets/internet_family.hpp>

#include <core/maybe.hpp>

namespace flat::unix::sockets {

namespace {

using Kind = net::Sockets::Kind;

constexpr u32 icmp = 1, tcp = 6, udp = 17; // IPPROTO_ICMP, IPPROTO_TCP, IPPROTO_UDP

/// What transports a protocol's bytes; nothing if it has no sockets of such a kind.
Maybe<Kind> transport_of(u32 kind, u32 protocol) {
    if (kind == SocketFile::stream && (protocol == 0 || protocol == tcp)) return Kind::stream;
    if (kind == SocketFile::datagram && (protocol == 0 || protocol == udp)) return Kind::datagram;
    if (protocol != icmp) return nothing;
    if (kind == SocketFile::datagram) return Kind::echo;
    return kind == SocketFile::raw ? Maybe<Kind>(Kind::raw) : nothing;
}

} // namespace

i64 InternetFamily::check(u32 kind, u32 protocol) {
    bool const is_kind =
        kind == SocketFile::stream || kind == SocketFile::datagram || kind == SocketFile::raw;
    if (!is_kind) return failed(Errno::esocktnosupport);
    return transport_of(kind, protocol) ? 0 : failed(Errno::eprotonosupport);
}

SocketFile* InternetFamily::make(u32 kind, u32 protocol) {
    Maybe<Kind> const transport = transport_of(kind, protocol);
    auto const opened = sockets->open(*transport);
    if (opened.is_error()) return nullptr;
    return InternetSocket::make({all_, *records, *frames, *threads, *user_mode, *sockets, *states},
                                kind, *transport, opened.value());
}

} // namespace flat::unix::sockets

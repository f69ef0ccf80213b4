// SPDX-License-Identifier: BSD-2-Clause
// Sockets within the system.
#include <unix/sockets/local_family.hpp>

namespace flat::unix::sockets {

i64 LocalFamily::check(u32 kind, u32 protocol) {
    bool const is_known = kind == SocketFile::stream || kind == SocketFile::datagram ||
                          kind == SocketFile::sequenced_packets;
    if (!is_known) return failed(Errno::esocktnosupport);
    return protocol == 0 || protocol == LocalSocket::family ? 0 : failed(Errno::eprotonosupport);
}

SocketFile* LocalFamily::make(u32 kind, u32) {
    return LocalSocket::make(
        {names_, in_flight_, dropped_, *names, *records, *frames, *threads, *user_mode}, kind);
}

i64 LocalFamily::connect_pair(SocketFile& first, SocketFile& second) {
    auto* const one = narrow_to<LocalSocket>(first);
    auto* const other = narrow_to<LocalSocket>(second);
    if (!one || !other) return failed(Errno::einval);
    LocalSocket::connect(*one, *other);
    return 0;
}

} // namespace flat::unix::sockets

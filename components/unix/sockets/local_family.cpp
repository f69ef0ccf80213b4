// SPDX-License-Identifier: BSD-2-Clause
// Sockets within the system.
#include <unix/sockets/local_family.hpp>

#include <core/format.hpp>
#include <machine/interrupts.hpp>

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

namespace {

/// A line as Linux has it (net/unix/af_unix.c): no address, and references and protocol that are
/// the same for all.
void write_socket(TextSink& to, LocalSocket::Facts const& socket) {
    u32 const state = socket.is_connected ? 3 : 1; // SS_CONNECTED, SS_UNCONNECTED
    to.put("0000000000000000: 00000002 00000000 ");
    to.put(socket.is_listening ? "00010000 " : "00000000 "); // __SO_ACCEPTCON
    put_digits(to, socket.kind, 4, 4);
    to.put(" ");
    put_digits(to, state, 4, 2);
    to.put(" ");
    format_column(to, 5, "{}", socket.number);
    if (!socket.name.is_empty()) {
        Text const name = Text::from_bytes(socket.name.bytes()).after(LocalName::family_bytes);
        bool const is_path = socket.name.is_path();
        to.put(is_path ? " " : " @");
        to.put(is_path ? name.first(name.size() - 1) : name.after(1));
    }
    to.put("\n");
}

} // namespace

u32 LocalFamily::show(u32, Span<u8> destination) {
    BufferSink to(destination);
    to.put("Num       RefCount Protocol Flags    Type St Inode Path\n");
    for (u32 place = 0;; ++place) {
        Maybe<LocalSocket::Facts> found;
        {
            machine::InterruptGuard const guard;
            if (LocalSocket const* const socket = names_.at(place)) found = socket->facts();
        }
        if (!found) return to.size();
        write_socket(to, *found);
    }
}

} // namespace flat::unix::sockets

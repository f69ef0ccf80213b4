// SPDX-License-Identifier: BSD-2-Clause
// Options of sockets (socket(7)).
#include <unix/sockets/open_sockets.hpp>

namespace flat::unix::sockets {

namespace {

/// Where options belong to: the sockets themselves, and TCP.
enum Level : u32 {
    of_sockets = 1,
    of_tcp = 6,
};

/// Options of sockets themselves (asm-generic/socket.h).
enum SocketOption : u32 {
    reuses_address = 2,
    kind_of_socket = 3,
    error_of_socket = 4,
    broadcasts = 6,
    send_buffer = 7,
    receive_buffer = 8,
    keeps_alive = 9,
    reuses_port = 15,
    tells_senders = 16, // SO_PASSCRED
    credentials_of_peer = 17,
    is_accepting = 30,
};

constexpr u32 protocol_option_bytes_max = 64; ///< none is longer
constexpr u32 no_delay = 1;                   ///< TCP_NODELAY

/// What can be set, and changes nothing: here it is so in any case, or is an advice.
bool is_accepted(u32 level, u32 name) {
    if (level == of_tcp) return name == no_delay;
    if (level != of_sockets) return false;
    switch (name) {
    case reuses_address:
    case broadcasts:
    case send_buffer:
    case receive_buffer:
    case keeps_alive:
    case reuses_port:
        return true;
    default:
        return false;
    }
}

} // namespace

i64 OpenSockets::setsockopt(Task& task, u32 descriptor, u32 level, u32 name, vaddr value,
                            u32 value_bytes) {
    auto const found = find(task, descriptor);
    if (found.is_error()) return failed(found.error());
    if (level != of_sockets && !is_accepted(level, name))
        return set_protocol_option(found.value().socket, level, name, value, value_bytes);
    bool const is_about_senders = level == of_sockets && name == tells_senders;
    if (!is_about_senders && !is_accepted(level, name)) return failed(Errno::enoprotoopt);
    i32 number = 0;
    if (value_bytes < sizeof number) return failed(Errno::einval);
    if (!get(*user_mode, number, value)) return failed(Errno::efault);
    if (is_about_senders) found.value().socket.set_tells_senders(number != 0);
    return 0;
}

i64 OpenSockets::set_protocol_option(SocketFile& socket, u32 level, u32 name, vaddr value,
                                     u32 value_bytes) {
    u8 bytes[protocol_option_bytes_max];
    if (value_bytes > sizeof bytes) return failed(Errno::einval);
    Span<u8> const given = Span<u8>(bytes).first(value_bytes);
    if (!user_mode->copy_in(given, value)) return failed(Errno::efault);
    return socket.set_option(level, name, given);
}

i64 OpenSockets::get_protocol_option(SocketFile& socket, u32 level, u32 name, u32 room, vaddr value,
                                     vaddr value_bytes) {
    u8 bytes[protocol_option_bytes_max];
    i64 const told =
        socket.option(level, name, Span<u8>(bytes).first(min<u64>(room, sizeof bytes)));
    if (told < 0) return told;
    u32 const size = static_cast<u32>(told);
    bool const is_put = user_mode->copy_out(value, Span<u8 const>(bytes).first(size)) &&
                        put(*user_mode, value_bytes, size);
    return is_put ? 0 : failed(Errno::efault);
}

/// struct ucred.
i64 OpenSockets::put_peer(SocketFile::Peer const& peer, u32 room, vaddr value, vaddr value_bytes) {
    u32 const words[] = {peer.process, peer.user, peer.group};
    Span<u8 const> const bytes = bytes_of(Span<u32 const>(words));
    u32 const size = min<u32>(room, static_cast<u32>(bytes.size()));
    bool const is_put =
        user_mode->copy_out(value, bytes.first(size)) && put(*user_mode, value_bytes, size);
    return is_put ? 0 : failed(Errno::efault);
}

i64 OpenSockets::getsockopt(Task& task, u32 descriptor, u32 level, u32 name, vaddr value,
                            vaddr value_bytes) {
    auto const found = find(task, descriptor);
    if (found.is_error()) return failed(found.error());
    SocketFile& socket = found.value().socket;
    u32 room = 0;
    if (!get(*user_mode, room, value_bytes)) return failed(Errno::efault);
    if (level != of_sockets)
        return get_protocol_option(socket, level, name, room, value, value_bytes);
    if (name == credentials_of_peer)
        return put_peer(socket.peer_credentials(), room, value, value_bytes);
    u32 number = 0;
    switch (name) {
    case kind_of_socket:
        number = socket.kind();
        break;
    case error_of_socket:
        number = socket.take_error();
        break;
    case tells_senders:
        number = socket.tells_senders();
        break;
    case is_accepting:
        number = socket.is_listening();
        break;
    default:
        return failed(Errno::enoprotoopt);
    }
    u32 const size = min<u32>(room, sizeof number);
    bool const is_put =
        user_mode->copy_out(value, bytes_of(Span<u32 const>(&number, 1)).first(size)) &&
        put(*user_mode, value_bytes, size);
    return is_put ? 0 : failed(Errno::efault);
}

} // namespace flat::unix::sockets

// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of sockets, by descriptor: sending and receiving (send(2), recv(2)).
#include <unix/sockets/open_sockets.hpp>

#include <unix/open_flags.hpp>
#include <unix/program_thread.hpp>
#include <unix/time_until.hpp>

namespace flat::unix::sockets {

namespace {

/// How bytes are sent and received (MSG_…), of what there is here.
enum MessageFlag : u32 {
    looks_only = 2, // MSG_PEEK
    is_shortened =
        0x20, // MSG_TRUNC: how long messages are is told; of a stream of TCP bytes are dropped
    does_not_wait = 0x40,
    waits_for_all = 0x100,
    takes_error = 0x2000, // MSG_ERRQUEUE
    raises_no_signal = 0x4000,
    closes_on_exec = 0x4000'0000, // descriptors that are passed
};

/// struct msghdr of x86_64.
struct MessageHeader {
    vaddr address;
    u32 address_bytes;
    u32 padding;
    vaddr pieces;
    u64 piece_count;
    vaddr control;
    u64 control_bytes;
    u32 flags;
    u32 padding_at_end;
};
static_assert(sizeof(MessageHeader) == 56);

/// struct mmsghdr.
struct CountedMessage {
    MessageHeader header;
    u32 bytes;
    u32 padding;
};

u32 count_of(MessageHeader const& header) {
    return static_cast<u32>(min<u64>(header.piece_count, UserPieces::pieces_max + 1));
}

/// Whether its addresses are those of AF_INET.
bool is_of_internet(SocketFile& socket) {
    constexpr u8 internet = 2;
    AddressBuffer own;
    return socket.name(own.all()) > 0 && own.bytes[0] == internet;
}

/// What goes with the message of the running call; files that nobody has taken are let go.
class CallExtras : NonCopyable {
public:
    CallExtras(ProgramThread& thread, PassedFiles* files, Maybe<MessageSender> sender,
               ControlRecords* records = nullptr)
        : thread_(thread) {
        thread_.passed = files;
        thread_.message_sender = sender;
        thread_.control_records = records;
    }
    ~CallExtras() {
        thread_.message_sender = nothing;
        thread_.control_records = nullptr;
        if (PassedFiles* const left = exchange(thread_.passed, nullptr)) left->dispose();
    }

private:
    ProgramThread& thread_;
};

} // namespace

i64 OpenSockets::send(Task& task, Found const& to, UserPieces const& pieces,
                      AddressBuffer const& address, u32 flags) {
    if ((flags & ~u32{does_not_wait | raises_no_signal}) != 0) return failed(Errno::eopnotsupp);
    bool const may_wait = (to.file.flags() & o_nonblock) == 0 && (flags & does_not_wait) == 0;
    i64 const sent = send_pieces(*frames, task, to.socket, pieces, address.used(), may_wait);
    bool const is_stream = to.socket.kind() == SocketFile::stream;
    if (sent == failed(Errno::epipe) && is_stream && (flags & raises_no_signal) == 0)
        ProgramThread::of(task).raise(sigpipe);
    return sent;
}

/// Sets MSG_TRUNC in `flags_of_message` where a message was cut off.
i64 OpenSockets::receive(Task& task, Found const& from, UserPieces const& pieces,
                         AddressBuffer& address, u32 flags, u32& flags_of_message) {
    if ((flags & takes_error) != 0) {
        flags_of_message |= takes_error;
        return receive_error(task, from.socket, pieces, address, flags_of_message);
    }
    constexpr u32 known = looks_only | is_shortened | does_not_wait | waits_for_all |
                          raises_no_signal | closes_on_exec;
    if ((flags & ~known) != 0) return failed(Errno::eopnotsupp);
    bool const is_stream = from.socket.kind() == SocketFile::stream;
    bool const is_about_length = (flags & is_shortened) != 0;
    auto const received = receive_pieces(
        *frames, task, from.socket, pieces, address,
        {.may_wait = (from.file.flags() & o_nonblock) == 0 && (flags & does_not_wait) == 0,
         .until_full = (flags & waits_for_all) != 0,
         .only_looks = (flags & looks_only) != 0,
         .drops = is_stream && is_about_length && is_of_internet(from.socket)});
    if (received.cut_bytes != 0) flags_of_message |= is_shortened;
    bool const tells_length = received.bytes >= 0 && is_about_length;
    return received.bytes + (tells_length ? static_cast<i64>(received.cut_bytes) : 0);
}

/// What an error is about, as much as fits; MSG_TRUNC as in `receive`.
i64 OpenSockets::receive_error(Task& task, SocketFile& socket, UserPieces const& pieces,
                               AddressBuffer& address, u32& flags_of_message) {
    u8 quoted[SocketFile::quoted_bytes_max];
    auto const room = pieces.total();
    if (room.is_error()) return failed(room.error());
    Span<u8> const place = Span<u8>(quoted).first(min<u64>(room.value(), sizeof quoted));
    auto const received = socket.receive_error(task, place, address.all());
    if (received.bytes < 0) return received.bytes;
    address.size = received.address_bytes;
    if (received.cut_bytes != 0) flags_of_message |= is_shortened;
    bool const is_told = pieces.copy_out(0, place.first(static_cast<u64>(received.bytes)));
    return is_told ? received.bytes : failed(Errno::efault);
}

i64 OpenSockets::sendto(Task& task, u32 descriptor, vaddr bytes, u64 size, u32 flags, vaddr address,
                        u32 address_bytes) {
    auto const found = find(task, descriptor);
    if (found.is_error()) return failed(found.error());
    auto const to = get_address(address, address != 0 ? address_bytes : 0);
    if (to.is_error()) return failed(to.error());
    return send(task, found.value(), UserPieces(*user_mode, bytes, size), to.value(), flags);
}

i64 OpenSockets::recvfrom(Task& task, u32 descriptor, vaddr bytes, u64 size, u32 flags,
                          vaddr address, vaddr address_bytes) {
    auto const found = find(task, descriptor);
    if (found.is_error()) return failed(found.error());
    AddressBuffer from;
    CallExtras const extras(ProgramThread::of(task), nullptr, nothing);
    u32 flags_of_message = 0;
    i64 const count = receive(task, found.value(), UserPieces(*user_mode, bytes, size), from, flags,
                              flags_of_message);
    if (count < 0) return count;
    i64 const why = put_address(from, address, address_bytes);
    return why < 0 ? why : count;
}

i64 OpenSockets::sendmsg(Task& task, u32 descriptor, vaddr message, u32 flags) {
    auto const found = find(task, descriptor);
    return found.is_ok() ? send_message(task, found.value(), message, flags)
                         : failed(found.error());
}

i64 OpenSockets::send_message(Task& task, Found const& to, vaddr message, u32 flags) {
    MessageHeader header = {};
    if (!get(*user_mode, header, message)) return failed(Errno::efault);
    Maybe<MessageSender> sender;
    auto const files = get_extras(task, header.control, header.control_bytes, sender);
    if (files.is_error()) return failed(files.error());
    CallExtras const extras(ProgramThread::of(task), files.value(), sender);
    u32 const address_bytes = header.address != 0 ? header.address_bytes : 0;
    auto const address = get_address(header.address, address_bytes);
    if (address.is_error()) return failed(address.error());
    UserPieces const pieces(*user_mode, header.pieces, count_of(header));
    return send(task, to, pieces, address.value(), flags);
}

i64 OpenSockets::recvmsg(Task& task, u32 descriptor, vaddr message, u32 flags) {
    auto const found = find(task, descriptor);
    return found.is_ok() ? receive_message(task, found.value(), message, flags)
                         : failed(found.error());
}

i64 OpenSockets::receive_message(Task& task, Found const& socket, vaddr message, u32 flags) {
    MessageHeader header = {};
    if (!get(*user_mode, header, message)) return failed(Errno::efault);
    AddressBuffer from;
    ControlRecords records;
    CallExtras const extras(ProgramThread::of(task), nullptr, nothing, &records);
    UserPieces const pieces(*user_mode, header.pieces, count_of(header));
    header.flags = 0;
    i64 const count = receive(task, socket, pieces, from, flags, header.flags);
    if (count < 0) return count;
    u32 const room = header.address != 0 ? header.address_bytes : 0;
    if (!user_mode->copy_out(header.address, from.used().first(min(room, from.size))))
        return failed(Errno::efault);
    header.address_bytes = from.size;
    header.control_bytes = put_extras(task, header.control, header.control_bytes,
                                      (flags & closes_on_exec) != 0, header.flags);
    return put(*user_mode, message, header) ? count : failed(Errno::efault);
}

/// Transfers messages until one fails; how many, or why not even the first.
template<class Transfer>
i64 OpenSockets::for_each_message(vaddr messages, u32 count, Transfer const& transfer) {
    constexpr u32 count_max = 1024; // UIO_MAXIOV: more are left to another call
    u32 done = 0;
    for (; done < min(count, count_max); ++done) {
        vaddr const place = messages + u64{done} * sizeof(CountedMessage);
        i64 const bytes = transfer(place, done);
        if (bytes < 0) return done != 0 ? i64{done} : bytes;
        if (!put(*user_mode, place + sizeof(MessageHeader), static_cast<u32>(bytes)))
            return done != 0 ? i64{done} : failed(Errno::efault);
    }
    return done;
}

i64 OpenSockets::sendmmsg(Task& task, u32 descriptor, vaddr messages, u32 count, u32 flags) {
    auto const found = find(task, descriptor);
    if (found.is_error()) return failed(found.error());
    return for_each_message(messages, count, [&](vaddr place, u32) {
        return send_message(task, found.value(), place, flags);
    });
}

/// The time is looked at after each message, as Linux does: one that never comes is waited for.
i64 OpenSockets::recvmmsg(Task& task, u32 descriptor, vaddr messages, u32 count, u32 flags,
                          vaddr timeout) {
    constexpr u32 waits_for_one = 0x1'0000;
    auto const limit_ns = time_until(*user_mode, timeout, 0);
    if (limit_ns.is_error()) return failed(limit_ns.error());
    auto const found = find(task, descriptor);
    if (found.is_error()) return failed(found.error());
    u64 const began_ns = alarms->now_ns();
    auto const left_ns = [&] {
        return max<i64>(limit_ns.value() - static_cast<i64>(alarms->now_ns() - began_ns), 0);
    };
    i64 const received = for_each_message(messages, count, [&](vaddr place, u32 done) {
        if (done != 0 && timeout != 0 && left_ns() == 0) return failed(Errno::eagain);
        bool const may_wait = done == 0 || (flags & waits_for_one) == 0;
        u32 const own = (flags & ~waits_for_one) | (may_wait ? 0 : u32{does_not_wait});
        return receive_message(task, found.value(), place, own);
    });
    constexpr i64 second_ns = 1'000'000'000;
    i64 const left = left_ns();
    i64 const words[] = {left / second_ns, left % second_ns};
    bool const is_told = received <= 0 || timeout == 0 || put(*user_mode, timeout, words);
    return is_told ? received : failed(Errno::efault);
}

} // namespace flat::unix::sockets

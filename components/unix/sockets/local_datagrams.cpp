// SPDX-License-Identifier: BSD-2-Clause
// A socket for programs of the same system: messages to whoever has a name.
#include <unix/sockets/local_socket.hpp>

#include <machine/interrupts.hpp>
#include <unix/program_thread.hpp>
#include <unix/readiness.hpp>

namespace flat::unix::sockets {

using machine::InterruptGuard;

/// Sends to an address, to whom it is connected, or to the other one of a pair.
i64 LocalSocket::send_message(Task& task, Span<u8 const> bytes, Span<u8 const> address,
                              bool may_wait) {
    LocalPlace to;
    if (!address.is_empty())
        if (i64 const why = to.find(task, means_.paths, address); why != 0) return why;
    if (i64 const why = tells_senders_ ? name_itself() : 0; why != 0) return why;
    for (bool has_collected = false;;) {
        u64 const ticket = means_.threads.ticket();
        i64 const sent = try_message(task, bytes, to.is_empty() ? far_ : to);
        if (makes_room(sent, has_collected)) continue;
        if (sent >= 0) changed();
        if (sent != failed(Errno::eagain) || !may_wait) return sent;
        if (!ProgramThread::of(task).wait(means_.threads, any_file_changed, ticket))
            return call_interrupted;
    }
}

/// EAGAIN where there is no room.
i64 LocalSocket::try_message(Task& task, Span<u8 const> bytes, LocalPlace const& to) {
    InterruptGuard const guard;
    LocalSocket* const receiver = to.is_empty() ? other_ : means_.names.find(to, kind_);
    bool const has_receiver = !to.is_empty() || was_connected_;
    if (!receiver) return failed(has_receiver ? Errno::econnrefused : Errno::enotconn);
    if (receiver->kind_ != datagram) return failed(Errno::eprototype);
    if (is_sending_ended_ || receiver->takes_nothing_) return failed(Errno::epipe);
    LocalName const& from = own_.name();
    if (bytes.size() > receiver->received_.bytes_max(from)) return failed(Errno::emsgsize);
    if (!receiver->received_.has_room(bytes.size(), from)) return failed(Errno::eagain);
    return deliver(task, bytes, from, *receiver);
}

/// One message, what there is no room for being lost; or why there will be none; or nothing yet.
Maybe<SocketFile::Received> LocalSocket::take_message(Task& task, Span<u8> bytes, Span<u8> address,
                                                      bool only_looks) {
    InterruptGuard const guard;
    bool const is_of_connection = kind_ == sequenced_packets;
    if (is_of_connection && flat::exchange(is_reset_, false))
        return Received{failed(Errno::econnreset), 0, 0};
    if (is_of_connection && !was_connected_) return Received{failed(Errno::enotconn), 0, 0};
    if (received_.begin()) return take_first(task, bytes, address, only_looks);
    bool const is_ended = is_of_connection ? is_over() : takes_nothing_;
    return is_ended ? Maybe<Received>(Received{0, 0, 0}) : nothing;
}

/// The first message, which has begun; who only looks leaves it as it is.
SocketFile::Received LocalSocket::take_first(Task& task, Span<u8> bytes, Span<u8> address,
                                             bool only_looks) {
    u32 const name_bytes = static_cast<u32>(tell(received_.from(), address));
    u64 const length = received_.left();
    u64 const count = min<u64>(bytes.size(), length);
    note_sender(task);
    if (only_looks) {
        (void)received_.look(bytes);
        note_files(task);
    } else {
        (void)received_.take(bytes);
        ProgramThread::of(task).passed = take_files();
        received_.end();
        changed();
    }
    return {static_cast<i64>(count), name_bytes, length - count};
}

SocketFile::Received LocalSocket::receive_message(Task& task, Span<u8> bytes, Span<u8> address,
                                                  bool may_wait, bool only_looks) {
    for (;;) {
        u64 const ticket = means_.threads.ticket();
        if (auto const taken = take_message(task, bytes, address, only_looks)) return taken.value();
        if (!may_wait) return {failed(Errno::eagain), 0, 0};
        if (!ProgramThread::of(task).wait(means_.threads, any_file_changed, ticket))
            return {call_interrupted, 0, 0};
    }
}

/// To whom messages go that have no address.
i64 LocalSocket::connect_messages(Task& task, Span<u8 const> address) {
    LocalPlace to;
    if (i64 const why = to.find(task, means_.paths, address); why != 0) return why;
    InterruptGuard const guard;
    LocalSocket const* const receiver = means_.names.find(to, kind_);
    if (receiver && receiver->kind_ == datagram) far_.swap(to);
    if (receiver) return receiver->kind_ == datagram ? 0 : failed(Errno::eprototype);
    return failed(Errno::econnrefused);
}

} // namespace flat::unix::sockets

// SPDX-License-Identifier: BSD-2-Clause
// A socket for programs of the same system: bytes between two that are connected.
#include <unix/sockets/local_socket.hpp>

#include <machine/interrupts.hpp>
#include <machine/physical.hpp>
#include <unix/program_thread.hpp>
#include <unix/readiness.hpp>
#include <unix/sockets/transfer.hpp>

#include <new>

namespace flat::unix::sockets {

using machine::InterruptGuard;

LocalSocket* LocalSocket::make(Means const& means, u32 kind) {
    auto const block = means.frames.allocate(order);
    if (block.is_error()) return nullptr;
    auto const place = means.records.allocate(sizeof(LocalSocket));
    if (place.is_error()) {
        means.frames.free(block.value(), order);
        return nullptr;
    }
    auto* const bytes = static_cast<u8*>(machine::physical_to_virtual(block.value()));
    auto* const made = new (pointer_to<void>(place.value())) LocalSocket(means, kind, bytes);
    made->who_ = made->who_runs();
    InterruptGuard const guard;
    means.names.begin(*made);
    return made;
}

void LocalSocket::connect(LocalSocket& one, LocalSocket& other) {
    InterruptGuard const guard;
    one.other_ = &other;
    other.other_ = &one;
    one.was_connected_ = other.was_connected_ = true;
    one.other_who_ = other.who_;
    other.other_who_ = one.who_;
}

/// Both ends wait for any file: what happens to one concerns the other.
void LocalSocket::changed() {
    means_.threads.notify_all(any_file_changed);
}

/// What the running call sends with its bytes.
PassedFiles* LocalSocket::take_passed(Task& task) {
    return flat::exchange(ProgramThread::of(task).passed, nullptr);
}

/// Whom a receiver is told: whom the program has said, or the process as it has begun, if one of
/// them wants to know, or may yet want to.
MessageSender LocalSocket::sender(Task& task, LocalSocket const& receiver) const {
    ProgramThread const& thread = ProgramThread::of(task);
    if (thread.message_sender) return thread.message_sender.value();
    bool const is_accepted = !receiver.waiting_link_.is_linked();
    if (!tells_senders_ && !receiver.tells_senders_ && is_accepted) return {};
    Credentials const& as = thread.process.credentials;
    return {thread.process.id, as.user.real, as.group.real};
}

/// The running call tells who has sent the first message, if that is wanted.
void LocalSocket::note_sender(Task& task) {
    if (tells_senders_) ProgramThread::of(task).message_sender = received_.sender();
}

/// Gives a receiver what it has room for, with what the running call passes. ETOOMANYREFS where
/// too many files are on their way.
i64 LocalSocket::deliver(Task& task, Span<u8 const> bytes, LocalName const& from,
                         LocalSocket& receiver) {
    PassedFiles const* const passed = ProgramThread::of(task).passed;
    if (passed && !means_.in_flight.has_room(passed->count())) return failed(Errno::etoomanyrefs);
    if (passed) means_.in_flight.enter(*passed);
    receiver.received_.give(bytes, from, take_passed(task), sender(task, receiver));
    return static_cast<i64>(bytes.size());
}

/// What is passed with the first message, which is on its way no more.
PassedFiles* LocalSocket::take_files() {
    PassedFiles* const files = received_.take_files();
    if (files) means_.in_flight.leave(*files);
    return files;
}

/// Whether it is worth another try, as files that nobody can receive have been closed.
bool LocalSocket::makes_room(i64 outcome, bool& has_tried) {
    if (outcome != failed(Errno::etoomanyrefs) || flat::exchange(has_tried, true)) return false;
    means_.in_flight.collect(means_.dropped);
    return true;
}

void LocalSocket::show(Visitor& visitor) {
    visitor.visit(received_.passed());
    for (LocalSocket& each : waiting_)
        visitor.visit(each.received_.passed());
}

/// Why nothing can be sent to the other end; 0 if it can.
i64 LocalSocket::send_refusal() {
    if (flat::exchange(is_reset_, false)) return failed(Errno::econnreset);
    if (!was_connected_) return failed(Errno::enotconn);
    bool const is_refused = !other_ || other_->is_at_end_ || other_->takes_nothing_;
    return is_refused ? failed(Errno::epipe) : 0;
}

/// Sends as much as there is room for, of packets all or nothing; EAGAIN if there is none.
i64 LocalSocket::send_some(Task& task, Span<u8 const> bytes) {
    InterruptGuard const guard;
    if (i64 const why = send_refusal(); why != 0) return why;
    if (kind_ == sequenced_packets) {
        LocalName const& from = own_.name();
        if (bytes.size() > other_->received_.bytes_max(from)) return failed(Errno::emsgsize);
        if (!other_->received_.has_room(bytes.size(), from)) return failed(Errno::eagain);
        return deliver(task, bytes, from, *other_);
    }
    if (bytes.is_empty()) return 0;
    LocalName const none;
    u64 const room = min<u64>(other_->received_.free(none), step_bytes);
    u64 const given = min<u64>(bytes.size(), room);
    if (given == 0) return failed(Errno::eagain);
    return deliver(task, bytes.first(given), none, *other_);
}

/// What was sent in pieces, up to the end of one with which files are passed; where senders are
/// told, of one sender.
u64 LocalSocket::take_pieces(Task& task, Span<u8> bytes) {
    ProgramThread& thread = ProgramThread::of(task);
    u64 done = 0;
    while (!thread.passed && done < bytes.size() && received_.begin()) {
        auto const& known = thread.message_sender;
        bool const is_of_another = known && !(known.value() == received_.sender());
        if (tells_senders_ && is_of_another) break;
        note_sender(task);
        thread.passed = take_files();
        done += received_.take(bytes.after(done));
        if (received_.left() == 0) received_.end();
    }
    return done;
}

/// The running call gets what is passed with the first message, which keeps it as well.
void LocalSocket::note_files(Task& task) {
    PassedFiles const* const files = received_.files();
    if (files) ProgramThread::of(task).passed = PassedFiles::copy_of(*files);
}

/// Copies what `take_pieces` would take.
u64 LocalSocket::look_at_pieces(Task& task, Span<u8> bytes) {
    if (!received_.begin()) return 0;
    note_sender(task);
    note_files(task);
    return received_.look_at_pieces(bytes, tells_senders_);
}

i64 LocalSocket::receive_some(Task& task, Span<u8> bytes, bool only_looks) {
    InterruptGuard const guard;
    if (flat::exchange(is_reset_, false)) return failed(Errno::econnreset);
    if (!was_connected_) return failed(Errno::einval);
    if (ProgramThread::of(task).passed) return 0; // nothing more comes after files
    u64 const taken = only_looks ? look_at_pieces(task, bytes)
                                 : take_pieces(task, bytes.first(min(bytes.size(), step_bytes)));
    bool const is_told = taken != 0 || is_over() || !received_.is_empty(); // of another sender
    return is_told ? static_cast<i64>(taken) : failed(Errno::eagain);
}

i64 LocalSocket::send(Task& task, Span<u8 const> bytes, Span<u8 const> address, bool may_wait) {
    if (kind_ == datagram) return send_message(task, bytes, address, may_wait);
    for (bool has_collected = false;;) {
        u64 const ticket = means_.threads.ticket();
        i64 const sent = send_some(task, bytes);
        if (makes_room(sent, has_collected)) continue;
        if (sent >= 0) changed();
        if (sent != failed(Errno::eagain) || !may_wait) return sent;
        if (!ProgramThread::of(task).wait(means_.threads, any_file_changed, ticket))
            return call_interrupted;
    }
}

SocketFile::Received LocalSocket::receive(Task& task, Span<u8> bytes, Span<u8> address,
                                          bool may_wait, bool only_looks) {
    if (kind_ != stream) return receive_message(task, bytes, address, may_wait, only_looks);
    for (u64 done = 0;;) {
        u64 const ticket = means_.threads.ticket();
        i64 const taken = receive_some(task, bytes.after(done), only_looks);
        bool const may_be_more = !only_looks && taken == static_cast<i64>(step_bytes);
        if (taken > 0) {
            if (!only_looks) changed();
            done += static_cast<u64>(taken);
        }
        if (may_be_more && done < bytes.size()) continue;
        if (done != 0) return {static_cast<i64>(done), 0, 0};
        if (taken != failed(Errno::eagain) || !may_wait) return {taken, 0, 0};
        if (!ProgramThread::of(task).wait(means_.threads, any_file_changed, ticket))
            return {call_interrupted, 0, 0};
    }
}

i64 LocalSocket::read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) {
    AddressBuffer address;
    UserPieces const place(means_.user_mode, buffer, bytes);
    Reception const how{.may_wait = may_wait};
    i64 const count = receive_pieces(means_.frames, task, *this, place, address, how).bytes;
    if (PassedFiles* const unwanted = take_passed(task)) unwanted->dispose();
    ProgramThread::of(task).message_sender = nothing; // it would be that of what is sent next
    return count;
}

i64 LocalSocket::write(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) {
    UserPieces const place(means_.user_mode, buffer, bytes);
    i64 const sent = send_pieces(means_.frames, task, *this, place, {}, may_wait);
    if (sent == failed(Errno::epipe) && kind_ == stream) ProgramThread::of(task).raise(sigpipe);
    return sent;
}

u32 LocalSocket::poll() {
    InterruptGuard const guard;
    if (is_listening_) return waiting_.is_empty() ? 0 : OpenFile::readable;
    bool const has_bytes = !received_.is_empty();
    if (kind_ == datagram)
        return OpenFile::writable | (has_bytes || takes_nothing_ ? OpenFile::readable : 0);
    if (!was_connected_) return OpenFile::writable | OpenFile::hung_up;
    bool const is_refused = !other_ || other_->is_at_end_ || other_->takes_nothing_;
    u32 can = has_bytes || is_over() ? OpenFile::readable : 0;
    if (is_refused || other_->received_.free(LocalName()) >= step_bytes) can |= OpenFile::writable;
    return is_over() && is_refused ? can | OpenFile::hung_up : can;
}

/// FIONREAD tells how much can be read: of messages, of the first one.
i64 LocalSocket::control(Task&, u32 request, vaddr argument) {
    constexpr u32 bytes_to_read = 0x541b;
    if (request != bytes_to_read) return failed(Errno::enotty);
    u32 size = static_cast<u32>(received_.size());
    if (kind_ != stream) {
        InterruptGuard const guard;
        size = received_.begin() ? static_cast<u32>(received_.left()) : 0;
    }
    return put(means_.user_mode, argument, size) ? 0 : failed(Errno::efault);
}

i64 LocalSocket::shutdown(u32 how) {
    enum How : u32 { receiving, sending, both };
    {
        InterruptGuard const guard;
        bool const is_connected = was_connected_ || !far_.is_empty();
        if (!is_connected || how > both)
            return failed(how > both ? Errno::einval : Errno::enotconn);
        if (how != sending) takes_nothing_ = true;
        if (how != receiving) is_sending_ended_ = true;
        if (how != receiving && other_) other_->is_at_end_ = true;
    }
    changed();
    return 0;
}

void LocalSocket::release() {
    {
        InterruptGuard const guard;
        if (other_) other_->other_ = nullptr;
        means_.names.remove(*this);
        is_listening_ = false;
    }
    drop_connections();
    changed();
    Means const means = means_;
    dispose();
    means.in_flight.collect(means.dropped);
}

u32 LocalSocket::take_error() {
    InterruptGuard const guard;
    return flat::exchange(is_reset_, false) ? static_cast<u32>(Errno::econnreset) : 0;
}

/// Nobody receives what waits, nor what is passed with it.
void LocalSocket::drop_received() {
    while (received_.begin()) {
        if (PassedFiles* const files = take_files()) means_.dropped.add(*files);
        received_.end();
    }
    means_.dropped.close_all();
}

void LocalSocket::dispose() {
    drop_received();
    Means const means = means_;
    {
        InterruptGuard const guard;
        means.names.end(*this);
    }
    means.frames.free(machine::virtual_to_physical(bytes_), order);
    this->LocalSocket::~LocalSocket();
    means.records.free(address_of(this), sizeof(LocalSocket));
}

LocalSocket::Facts LocalSocket::facts() const {
    u32 const number = identity_of(Sort::socket, *this).number;
    return {number, kind_, is_listening_, other_ != nullptr, own_.name()};
}

i64 LocalSocket::tell(LocalName const& name, Span<u8> address) {
    Span<u8 const> const bytes = name.bytes();
    memcpy(address.data(), bytes.data(), min<u64>(address.size(), bytes.size()));
    return static_cast<i64>(bytes.size());
}

i64 LocalSocket::name(Span<u8> address) {
    InterruptGuard const guard;
    return tell(own_.name(), address);
}

i64 LocalSocket::peer(Span<u8> address) {
    InterruptGuard const guard;
    if (!far_.is_empty()) return tell(far_.name(), address);
    return other_ ? tell(other_->own_.name(), address) : failed(Errno::enotconn);
}

/// As it was when they were connected.
SocketFile::Peer LocalSocket::peer_credentials() {
    return other_who_;
}

void* LocalSocket::narrow(InterfaceId id) {
    if (id == interface_id) return this;
    if (id == SocketFile::interface_id) return static_cast<SocketFile*>(this);
    if (id == Passable::interface_id) return static_cast<Passable*>(this);
    return id == OpenFile::interface_id ? static_cast<OpenFile*>(this) : nullptr;
}

} // namespace flat::unix::sockets

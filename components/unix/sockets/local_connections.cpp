// SPDX-License-Identifier: BSD-2-Clause
// A socket for programs of the same system: names, and how connections come about.
#include <unix/sockets/local_socket.hpp>

#include <machine/interrupts.hpp>
#include <unix/program_thread.hpp>
#include <unix/readiness.hpp>

namespace flat::unix::sockets {

using machine::InterruptGuard;

LocalSocket* LocalSocket::Names::find(LocalPlace const& place, u32 kind) const {
    for (LocalSocket* each = named_.first(); each; each = named_.after(*each)) {
        bool const can_be_meant = place.name().is_path() || each->kind_ == kind;
        if (can_be_meant && each->own_.is_same(place)) return each;
    }
    return nullptr;
}

LocalSocket const* LocalSocket::Names::at(u32 place) const {
    for (LocalSocket const& each : all_)
        if (place-- == 0) return &each;
    return nullptr;
}

void LocalSocket::Names::remove(LocalSocket& socket) {
    if (socket.named_link_.is_linked()) named_.remove(socket);
}

/// Gives itself an abstract name that nobody has, of five hexadecimal digits, unless it has one.
i64 LocalSocket::name_itself() {
    InterruptGuard const guard;
    for (u32 tries = 0; own_.is_empty() && tries < Names::chosen_max; ++tries) {
        LocalPlace wanted;
        wanted.choose(means_.names.next_number());
        if (means_.names.find(wanted, kind_)) continue;
        own_.swap(wanted);
        means_.names.add(*this);
    }
    return own_.is_empty() ? failed(Errno::enospc) : 0;
}

/// An address that is the family alone has a name chosen (unix(7), Autobind).
i64 LocalSocket::bind(Task& task, Span<u8 const> address) {
    LocalPlace wanted;
    LocalName given;
    if (given.read(address) && given.is_empty()) return name_itself();
    bool const is_bound = !own_.is_empty();
    if (i64 const why = wanted.make(task, means_.paths, address, is_bound); why != 0) return why;
    InterruptGuard const guard;
    if (!own_.is_empty()) return failed(Errno::einval); // since then
    if (means_.names.find(wanted, kind_)) return failed(Errno::eaddrinuse);
    own_.swap(wanted);
    means_.names.add(*this);
    return 0;
}

/// The process for which the calling thread works, and its user and group.
SocketFile::Peer LocalSocket::who_runs() const {
    Task* const task = means_.user_mode.running();
    if (!task) return {};
    Process const& process = ProgramThread::of(*task).process;
    Credentials const& as = process.credentials;
    return {process.id, as.user.effective, as.group.effective};
}

i64 LocalSocket::listen() {
    InterruptGuard const guard;
    if (kind_ == datagram) return failed(Errno::eopnotsupp);
    if (was_connected_ || own_.is_empty()) return failed(Errno::einval);
    is_listening_ = true;
    who_ = who_runs();
    return 0;
}

/// Makes the other end, which waits with whoever listens at that name.
i64 LocalSocket::connect(Task& task, Span<u8 const> address, bool may_wait) {
    if (kind_ == datagram) return connect_messages(task, address);
    LocalPlace wanted;
    if (i64 const why = wanted.find(task, means_.paths, address); why != 0) return why;
    if (i64 const why = tells_senders_ ? name_itself() : 0; why != 0) return why;
    LocalSocket* const far = make(means_, kind_);
    if (!far) return failed(Errno::enobufs);
    for (;;) {
        u64 const ticket = means_.threads.ticket();
        i64 const outcome = join(wanted, *far);
        if (outcome == 0) {
            changed();
            return 0;
        }
        bool const is_to_wait = outcome == failed(Errno::eagain) && may_wait;
        if (is_to_wait && ProgramThread::of(task).wait(means_.threads, any_file_changed, ticket))
            continue;
        far->dispose();
        return is_to_wait ? call_interrupted : outcome;
    }
}

/// EAGAIN where too many wait already.
i64 LocalSocket::join(LocalPlace const& place, LocalSocket& far) {
    InterruptGuard const guard;
    if (was_connected_) return failed(Errno::eisconn);
    if (is_listening_) return failed(Errno::einval);
    LocalSocket* const listening = means_.names.find(place, kind_);
    if (!listening) return failed(Errno::econnrefused);
    if (listening->kind_ != kind_) return failed(Errno::eprototype);
    if (!listening->is_listening_) return failed(Errno::econnrefused);
    if (listening->waiting_count_ == backlog) return failed(Errno::eagain);
    far.own_.copy_name(listening->own_);
    far.who_ = listening->who_;
    far.tells_senders_ = listening->tells_senders_;
    who_ = who_runs();
    connect(*this, far);
    listening->waiting_.push_back(far);
    ++listening->waiting_count_;
    return 0;
}

i64 LocalSocket::await_connection(Task& task, bool may_wait) {
    for (;;) {
        u64 const ticket = means_.threads.ticket();
        {
            InterruptGuard const guard;
            if (kind_ == datagram) return failed(Errno::eopnotsupp);
            if (!is_listening_) return failed(Errno::einval);
            if (!waiting_.is_empty()) return 0;
        }
        if (!may_wait) return failed(Errno::eagain);
        if (!ProgramThread::of(task).wait(means_.threads, any_file_changed, ticket))
            return call_interrupted;
    }
}

SocketFile* LocalSocket::take_connection() {
    LocalSocket* taken = nullptr;
    {
        InterruptGuard const guard;
        taken = waiting_.first();
        if (!taken) return nullptr;
        waiting_.remove(*taken);
        --waiting_count_;
    }
    changed(); // there is room for another
    return taken;
}

/// Nobody accepts those that wait any more; their other ends are notified.
void LocalSocket::drop_connections() {
    while (auto* const left = static_cast<LocalSocket*>(take_connection())) {
        {
            InterruptGuard const guard;
            if (left->other_) left->other_->is_reset_ = true;
        }
        left->release();
    }
}

} // namespace flat::unix::sockets

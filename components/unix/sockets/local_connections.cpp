// SPDX-License-Identifier: BSD-2-Clause
// A socket for programs of the same system: names, and how connections come about.
#include <unix/sockets/local_socket.hpp>

#include <machine/interrupts.hpp>
#include <unix/program_thread.hpp>
#include <unix/readiness.hpp>

namespace flat::unix::sockets {

using machine::InterruptGuard;

LocalSocket* LocalSocket::Names::find(LocalName const& name) const {
    for (LocalSocket* each = named_.first(); each; each = named_.after(*each))
        if (each->name_ == name) return each;
    return nullptr;
}

void LocalSocket::Names::remove(LocalSocket& socket) {
    if (socket.named_link_.is_linked()) named_.remove(socket);
}

/// An address that is the family alone would have Linux choose a name, which nobody here asks for.
i64 LocalSocket::bind(Task&, Span<u8 const> address) {
    LocalName wanted;
    if (!wanted.read(address) || wanted.is_empty()) return failed(Errno::einval);
    InterruptGuard const guard;
    bool const is_taken = means_.names.find(wanted) != nullptr;
    if (is_taken && wanted.is_path()) return failed(Errno::eaddrinuse); // as a file is first
    if (!name_.is_empty()) return failed(Errno::einval);
    if (is_taken) return failed(Errno::eaddrinuse);
    name_ = wanted;
    means_.names.add(*this);
    return 0;
}

i64 LocalSocket::listen() {
    InterruptGuard const guard;
    if (was_connected_ || name_.is_empty()) return failed(Errno::einval);
    is_listening_ = true;
    return 0;
}

/// Makes the other end, which waits with whoever listens at that name.
i64 LocalSocket::connect(Task& task, Span<u8 const> address, bool may_wait) {
    LocalName wanted;
    if (!wanted.read(address) || wanted.is_empty()) return failed(Errno::einval);
    LocalSocket* const far = make(means_);
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
i64 LocalSocket::join(LocalName const& name, LocalSocket& far) {
    InterruptGuard const guard;
    if (was_connected_) return failed(Errno::eisconn);
    if (is_listening_) return failed(Errno::einval);
    LocalSocket* const listening = means_.names.find(name);
    if (!listening) return failed(name.is_path() ? Errno::enoent : Errno::econnrefused);
    if (!listening->is_listening_) return failed(Errno::econnrefused);
    if (listening->waiting_count_ == backlog) return failed(Errno::eagain);
    far.name_ = listening->name_;
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

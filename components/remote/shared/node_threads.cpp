// SPDX-License-Identifier: BSD-2-Clause
// The threads of a kernel that shares memory: one receives, the other works when it is time.
#include <remote/shared/node_threads.hpp>

#include <core/panic.hpp>
#include <core/top.hpp>
#include <remote/message.hpp>

namespace flat::remote::shared {

NodeThreads::NodeThreads(Ports const& ports, Attributes const& attributes)
    : NodeThreadsComponent(ports, attributes), lock_(*threads) {
    start(receiver_);
    start(worker_);
}

void NodeThreads::start(thread::Thread::Body& body) {
    auto const made = threads->create({});
    auto* const thread = made.is_ok() ? narrow_to<thread::Thread>(*made.value()) : nullptr;
    if (!thread) panic("there is no memory for the threads of distributed memory");
    thread->start(body);
}

/// In an interrupt.
void NodeThreads::expired() {
    threads->notify_all(node->condition());
}

/// What was sent because something arrived may have to be sent again: the worker looks when.
void NodeThreads::receive() {
    constexpr u64 long_ns = u64{3600} * 1'000'000'000;
    u8 room[remote::datagram_bytes_max];
    for (;;) {
        auto const found = datagrams->receive(room, long_ns);
        if (found.is_error()) return;
        usize const bytes = found.value().bytes;
        if (bytes == 0 || bytes > sizeof room) continue;
        {
            WaitingLock::Guard const guard(lock_);
            node->arrived(Span<u8 const>(room, bytes), found.value().sender, alarms->now_ns());
        }
        threads->notify_all(node->condition());
    }
}

void NodeThreads::work() {
    for (;;) {
        u64 const ticket = threads->ticket();
        u64 const due_ns = work_once();
        u64 const now_ns = alarms->now_ns();
        bool const has_time = due_ns != static_cast<u64>(remote::Node::never);
        if (has_time) alarms->set(*this, due_ns > now_ns ? due_ns - now_ns : 1);
        if (!threads->wait(node->condition(), ticket)) return;
        alarms->cancel(*this);
    }
}

u64 NodeThreads::work_once() {
    WaitingLock::Guard const guard(lock_);
    return node->work(alarms->now_ns());
}

} // namespace flat::remote::shared

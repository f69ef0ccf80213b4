// SPDX-License-Identifier: BSD-2-Clause
// The most urgent runnable thread runs; equals take turns.
#include <thread/priority.hpp>

#include <object/tcb.hpp>

namespace flat::thread {

void Priority::ready(Tcb& thread) {
    if (thread.priority_link_.is_linked()) return;
    thread.priority_queued_ = thread.priority();
    queues_[thread.priority_queued_].push_back(thread);
    filled_.set(thread.priority_queued_);
}

void Priority::remove(Tcb& thread) {
    if (!thread.priority_link_.is_linked()) return;
    auto& queue = queues_[thread.priority_queued_];
    queue.remove(thread);
    if (queue.is_empty()) filled_.clear(thread.priority_queued_);
}

Tcb* Priority::next() {
    while (Maybe<u32> const highest = filled_.highest()) {
        Tcb& first = *queues_[*highest].first();
        if (first.is_runnable()) return &first;
        remove(first);
    }
    return nullptr;
}

void Priority::yield(Tcb& thread) {
    thread.priority_used_ = 0;
    auto& queue = queues_[thread.priority_queued_];
    bool const is_first = queue.first() == &thread;
    if (is_first && thread.priority_queued_ == thread.priority()) [[likely]]
        return queue.rotate();
    queue_again(thread);
}

void Priority::queue_again(Tcb& thread) {
    remove(thread);
    ready(thread);
}

bool Priority::tick(Tcb& running) {
    if (++running.priority_used_ >= slice_of(running)) {
        yield(running);
        return next() != &running;
    }
    Tcb* const first = next();
    if (!first || first->priority() <= running.priority()) return false;
    ready(running);
    return true;
}

void Priority::set_slice(Tcb& thread, u32 ticks) {
    thread.priority_slice_ = ticks;
    thread.priority_used_ = 0;
}

u32 Priority::ticks_left(Tcb& thread) {
    u32 const all = slice_of(thread);
    return all == u32(endless) ? all : all - thread.priority_used_;
}

bool Priority::preempts(Tcb& candidate, Tcb& running) {
    return !running.is_runnable() || candidate.priority() > running.priority();
}

} // namespace flat::thread

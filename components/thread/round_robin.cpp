// SPDX-License-Identifier: BSD-2-Clause
// Every runnable thread gets the processor for a time slice, in turn.
#include <thread/round_robin.hpp>

#include <object/tcb.hpp>

namespace flat::thread {

void RoundRobin::ready(Tcb& thread) {
    if (!thread.round_robin_link_.is_linked()) queue_.push_back(thread);
}

void RoundRobin::remove(Tcb& thread) {
    if (thread.round_robin_link_.is_linked()) queue_.remove(thread);
}

Tcb* RoundRobin::next() {
    Tcb* const first = queue_.first();
    return !first || first->is_runnable() ? first : next_runnable();
}

/// Drops those that cannot run.
Tcb* RoundRobin::next_runnable() {
    while (Tcb* const first = queue_.first()) {
        if (first->is_runnable()) return first;
        queue_.remove(*first);
    }
    return nullptr;
}

void RoundRobin::yield(Tcb& thread) {
    thread.round_robin_used_ = 0;
    if (queue_.first() == &thread) [[likely]]
        return queue_.rotate();
    queue_again(thread);
}

void RoundRobin::queue_again(Tcb& thread) {
    remove(thread);
    ready(thread);
}

bool RoundRobin::tick(Tcb& running) {
    if (++running.round_robin_used_ < slice) return false;
    yield(running);
    return next() != &running;
}

bool RoundRobin::preempts(Tcb&, Tcb& running) {
    return !running.is_runnable();
}

} // namespace flat::thread

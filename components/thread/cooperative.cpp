// SPDX-License-Identifier: BSD-2-Clause
// A thread keeps the processor until it waits or yields.
#include <thread/cooperative.hpp>

#include <object/tcb.hpp>

namespace flat::thread {

void Cooperative::ready(Tcb& thread) {
    if (!thread.cooperative_link_.is_linked()) queue_.push_back(thread);
}

void Cooperative::remove(Tcb& thread) {
    if (thread.cooperative_link_.is_linked()) queue_.remove(thread);
}

Tcb* Cooperative::next() {
    while (Tcb* const first = queue_.first()) {
        if (first->is_runnable()) return first;
        queue_.remove(*first);
    }
    return nullptr;
}

void Cooperative::yield(Tcb& thread) {
    if (queue_.first() == &thread) return queue_.rotate();
    remove(thread);
    ready(thread);
}

bool Cooperative::tick(Tcb&) {
    return false;
}

bool Cooperative::preempts(Tcb&, Tcb& running) {
    return !running.is_runnable();
}

} // namespace flat::thread

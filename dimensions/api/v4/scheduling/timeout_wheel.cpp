// SPDX-License-Identifier: BSD-2-Clause
// Filing threads by when they are to be looked at, and looking at them.
#include <api/scheduling/timeout_wheel.hpp>

#include <core/utility.hpp>

namespace flat::api {

TimeoutWheel::List& TimeoutWheel::list_of(u64 visit_ns) {
    return visit_ns == at_once ? ended_ : slots_[slot_of(visit_ns) % slot_count];
}

void TimeoutWheel::file(Tcb& thread, u64 visit_ns) {
    thread.timeout().visit_ns = visit_ns;
    list_of(visit_ns).push_back(thread);
}

void TimeoutWheel::take_out(Tcb& thread) {
    TcbApi::Timeout& timeout = thread.timeout();
    list_of(timeout.visit_ns).remove(thread);
    timeout.visit_ns = TcbApi::Timeout::in_no_slot;
}

void TimeoutWheel::file_anew(Tcb& thread, u64 deadline_ns) {
    if (thread.timeout_link.is_linked()) take_out(thread);
    file(thread, deadline_ns);
    thread.timeout().deadline_ns = deadline_ns;
    thread.set_hazards(hazard_timeout);
}

void TimeoutWheel::forget(Tcb& thread) {
    cancel(thread);
    if (thread.timeout_link.is_linked()) take_out(thread);
}

// Slots are passed in their order. The one of `now_ns` is looked at again by the next call, for
// what ends in it and has not yet; after a whole revolution each has been looked at.
void TimeoutWheel::advance(u64 now_ns) {
    u64 const last = slot_of(now_ns);
    u64 slot = slot_of(now_ns_);
    now_ns_ = now_ns;
    if (last - slot >= slot_count) slot = last - (slot_count - 1);
    for (; slot <= last; ++slot) {
        List& list = slots_[slot % slot_count];
        for (Tcb* each = list.first(); each;) {
            Tcb* const next = list.after(*each);
            look_at(*each);
            each = next;
        }
    }
}

// What is filed under a later time has come a revolution too early, or ends in the present slot.
void TimeoutWheel::look_at(Tcb& thread) {
    TcbApi::Timeout& timeout = thread.timeout();
    if (timeout.visit_ns > now_ns_) return;
    take_out(thread);
    if ((thread.hazards() & hazard_timeout) == 0) return;
    file(thread, timeout.deadline_ns <= now_ns_ ? at_once : timeout.deadline_ns);
}

// It may have been cancelled since it was found to have ended, and set again.
Tcb* TimeoutWheel::take_ended() {
    while (Tcb* const thread = ended_.first()) {
        take_out(*thread);
        if ((thread->hazards() & hazard_timeout) == 0) continue;
        u64 const deadline_ns = thread->timeout().deadline_ns;
        if (deadline_ns <= now_ns_) {
            cancel(*thread);
            return thread;
        }
        file(*thread, deadline_ns);
    }
    return nullptr;
}

} // namespace flat::api

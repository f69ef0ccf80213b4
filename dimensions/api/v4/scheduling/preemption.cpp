// SPDX-License-Identifier: BSD-2-Clause
// What a tick takes from the running thread: its slice, its quantum, the processor (L4 X.2,
// sections 3.4 and 3.5).
#include <api/dispatch.hpp>

namespace flat::api {

void Dispatch::charge(Tcb& running) {
    if (scheduler->tick(running)) preemption_pending_ = true;
    most_urgent(); // the tick may have queued the running thread
    TimeAllowance& allowance = running.allowance();
    bool const is_working = (running.hazards() & hazard_working) != 0; // its message goes first
    if (allowance.use_up(period_us) && !is_working) return events_->exhausted(running);
    if (preemption_pending_ || allowance.delayed_us != 0) preempt(running);
    settle(nullptr);
}

// A thread that delays a preemption stays the current thread, and is asked again at each tick.
void Dispatch::preempt(Tcb& running) {
    make_queued(running);
    Tcb* const next = most_urgent();
    preemption_pending_ = next != &running;
    if (!preemption_pending_) return running.end_delay();
    TimeAllowance& allowance = running.allowance();
    u64 const flags = running.preemption_flags();
    if ((flags & PreemptionFlag::delay_preemption) && allowance.may_delay(next->priority())) {
        allowance.delayed_us += period_us;
        running.set_preemption_flags(flags | PreemptionFlag::preemption_pending);
        preemption_pending_ = false;
        return;
    }
    running.end_delay();
    bool const is_told = (running.hazards() & hazard_working) == 0 &&
                         (flags & PreemptionFlag::signal_preemption) &&
                         next->priority() <= allowance.sensitive_priority;
    if (is_told) events_->preempted(running);
}

} // namespace flat::api

// SPDX-License-Identifier: BSD-2-Clause
// Switching, preemption, timeouts and the idle thread.
#include <api/dispatch.hpp>

#include <machine/idle.hpp>
#include <object/space.hpp>

namespace flat::api {

namespace {

constexpr u64 ns_per_us = 1000;

} // namespace

Dispatch::Dispatch(Ports const& ports, Attributes const& attributes)
    : DispatchComponent(ports, attributes) {
    idle_.set_page_root(mmu->kernel_root());
    machine::prepare_idle(idle_.frame());
    switch_directly(idle_, idle_);
    timer->start(u64{period_us} * ns_per_us, *this);
}

void Dispatch::switch_to(Tcb& next) {
    abi::clear_hazards();
    switch_directly(current(), next);
}

void Dispatch::switch_directly(Tcb& from, Tcb& to) {
    paddr const root = to.page_root();
    if (root != from.page_root()) mmu->activate(root);
    abi::set_current(to);
    trap->set_context(to.frame());
}

void Dispatch::make_ready(Tcb& thread) {
    scheduler->ready(thread);
    if (is_idle() || scheduler->preempts(thread, current())) preemption_pending_ = true;
}

void Dispatch::settle(Tcb* preferred) {
    bool const can_go_on = !is_idle() && current().is_runnable();
    if (preemption_pending_) return run_next();
    if (can_go_on) return;
    if (preferred && preferred->is_runnable()) return switch_to(*preferred);
    run_next();
}

void Dispatch::run_next() {
    preemption_pending_ = false;
    if (!is_idle() && current().is_runnable()) scheduler->ready(current());
    Tcb* const next = scheduler->next();
    if (next == &current()) return;
    if (next) return switch_to(*next);
    machine::prepare_idle(idle_.frame());
    switch_to(idle_);
}

void Dispatch::yield() {
    if (!is_idle()) {
        scheduler->ready(current());
        scheduler->yield(current());
    }
    run_next();
}

void Dispatch::forget(Tcb& thread) {
    cancel_timeout(thread);
    scheduler->remove(thread);
    if (&current() == &thread) {
        machine::prepare_idle(idle_.frame());
        switch_to(idle_);
        preemption_pending_ = true;
    }
}

u64 Dispatch::now_us() {
    return timer->now_ns() / ns_per_us;
}

void Dispatch::set_timeout(Tcb& thread, u64 delay_us, Expired& expired) {
    cancel_timeout(thread);
    u64 const deadline_us = now_us() + delay_us;
    thread.timeout() = {deadline_us, &expired};
    thread.set_hazards(hazard_timeout);
    Tcb* later = timeouts_.first();
    while (later && later->timeout().deadline_us <= deadline_us)
        later = timeouts_.after(*later);
    timeouts_.insert_before(later, thread);
}

void Dispatch::cancel_timeout(Tcb& thread) {
    if (!thread.timeout_link.is_linked()) return;
    timeouts_.remove(thread);
    thread.clear_hazards(hazard_timeout);
}

void Dispatch::tick() {
    expire_timeouts();
    if (!is_idle() && scheduler->tick(current())) preemption_pending_ = true;
    settle(nullptr);
}

void Dispatch::expire_timeouts() {
    u64 const now = now_us();
    while (Tcb* const first = timeouts_.first()) {
        if (first->timeout().deadline_us > now) return;
        cancel_timeout(*first);
        first->timeout().expired->expired(*first);
    }
}

} // namespace flat::api

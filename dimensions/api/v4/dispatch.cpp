// SPDX-License-Identifier: BSD-2-Clause
// Switching, preemption, timeouts and the idle thread.
#include <api/dispatch.hpp>

#include <machine/idle.hpp>
#include <machine/interrupts.hpp>
#include <object/space.hpp>

namespace flat::api {

namespace {

constexpr u64 ns_per_us = 1000;

/// How many time-outs end at a tick; others do at the next.
constexpr u32 expired_at_once = 8;

} // namespace

Dispatch::Dispatch(Ports const& ports, Attributes const& attributes)
    : DispatchComponent(ports, attributes) {
    idle_.set_page_root(mmu->kernel_root());
    machine::prepare_idle(idle_.frame());
    switch_directly(idle_, idle_);
    abi::set_ready_rank(last_rank);
    timer->start(u64{period_us} * ns_per_us, *this);
}

// The short path goes on only without hazards; any other switch clears them: the FPU and gs:0 are
// the next thread's.
void Dispatch::switch_to(Tcb& next) {
    if ((abi::hazards() | next.hazards()) == 0) [[likely]]
        return switch_directly(current(), next);
    abi::clear_hazards(next);
    abi::keep_off_short_paths((next.hazards() & hazard_redirected) != 0);
    switch_directly(current(), next);
    if (next.hazards() & hazard_working) begin_work();
}

// Work is done in steps, on a stack of its own. Between two of them the processor is given a
// context in kernel mode that takes interrupts, and does nothing else but the next step. It is made
// anew for each, so whoever interrupts it may forget it.
void Dispatch::begin_work() {
    work_frame_.start_kernel(take_step, this, address_of(work_stack_ + work_stack_bytes));
    trap->set_context(work_frame_);
}

void Dispatch::take_step(void* dispatch) {
    machine::disable_interrupts();
    static_cast<Dispatch*>(dispatch)->work();
}

// An interrupt may have ended what there was to do.
void Dispatch::work() {
    Tcb& thread = current();
    if (thread.is_runnable() && (thread.hazards() & hazard_working)) events_->work(thread);
    bool const goes_on = &current() == &thread && (thread.hazards() & hazard_working) == 0;
    if (goes_on) trap->set_context(thread.frame());
    trap->resume();
}

// The whole of a switch: the kernel keeps nothing on its stack from one entry to the next, so what
// is named here is what the way out restores. Threads of one space share a root, and keep the TLB.
void Dispatch::switch_directly(Tcb& from, Tcb& to) {
    paddr const root = to.page_root();
    if (root != from.page_root()) mmu->activate(root);
    abi::set_current(to);
    trap->set_context(to.frame());
}

// Nobody is switched to here: the caller may be in the middle of an exchange. Each entry into the
// kernel ends in one `settle`, which acts on what is pending.
void Dispatch::make_ready(Tcb& thread) {
    make_queued(thread);
    if (scheduler->preempts(thread, current())) preemption_pending_ = true;
}

// The rank that the short path asks for is that of the most urgent queued thread or before it: a
// queued thread that waits by now, or runs, stays counted until somebody asks the scheduler.
void Dispatch::make_queued(Tcb& thread) {
    scheduler->ready(thread);
    if (thread.rank() < abi::ready_rank()) abi::set_ready_rank(thread.rank());
}

Tcb* Dispatch::most_urgent() {
    Tcb* const first = scheduler->next();
    abi::set_ready_rank(first ? first->rank() : last_rank);
    return first;
}

// Precedence: a more urgent thread that became ready, then whoever called, then the partner that an
// exchange has just made runnable unless the scheduler has somebody more urgent, then its choice.
void Dispatch::settle(Tcb* preferred) {
    if (preemption_pending_) return run_next();
    if (current().is_runnable()) return go_on();
    Tcb* const first = most_urgent();
    bool const may_run = preferred && preferred->is_runnable() &&
                         (!first || !scheduler->preempts(*first, *preferred));
    if (may_run) return switch_to(*preferred);
    run_next();
}

void Dispatch::run_next() {
    preemption_pending_ = false;
    if (current().is_runnable()) make_queued(current());
    // Null: nobody is ready, and the idle thread runs until an interrupt makes somebody so.
    Tcb* const next = most_urgent();
    if (next == &current()) return go_on();
    if (next) return switch_to(*next);
    machine::prepare_idle(idle_.frame());
    switch_to(idle_);
}

void Dispatch::go_on() {
    if (current().hazards() & hazard_working) [[unlikely]]
        begin_work();
}

void Dispatch::yield() {
    if (!is_idle()) {
        make_queued(current());
        scheduler->yield(current());
    }
    run_next();
}

// After its equals, or two threads that give way to each other would starve them.
void Dispatch::give_to(Tcb& next) {
    scheduler->yield(current());
    make_queued(current());
    switch_to(next);
}

// Queues are by priority. Others may be more urgent than the current thread now.
void Dispatch::set_priority(Tcb& thread, u8 priority) {
    scheduler->remove(thread);
    thread.set_priority(priority);
    if (&thread == &current())
        preemption_pending_ = true;
    else if (thread.is_runnable())
        make_ready(thread);
}

// The thread's memory is gone when this returns: it must not stay the current one, whose registers
// the next entry would be saved to.
void Dispatch::forget(Tcb& thread) {
    timeouts_.forget(thread);
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

u64 Dispatch::deadline_ns(u64 delay_us) {
    return timer->now_ns() + delay_us * ns_per_us;
}

void Dispatch::set_timeout(Tcb& thread, u64 delay_us) {
    timeouts_.set(thread, deadline_ns(delay_us));
}

bool Dispatch::renew_timeout(Tcb& thread, u64 delay_us) {
    return timeouts_.renew(thread, deadline_ns(delay_us));
}

void Dispatch::cancel_timeout(Tcb& thread) {
    timeouts_.cancel(thread);
}

void Dispatch::tick() {
    expire_timeouts();
    if (!is_idle()) return charge(current());
    most_urgent();
    settle(nullptr);
}

void Dispatch::expire_timeouts() {
    timeouts_.advance(timer->now_ns());
    for (u32 i = 0; i < expired_at_once; ++i) {
        Tcb* const thread = timeouts_.take_ended();
        if (!thread) return;
        events_->expired(*thread);
    }
}

} // namespace flat::api

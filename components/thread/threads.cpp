// SPDX-License-Identifier: BSD-2-Clause
// The threads of a kernel without system calls.
#include <thread/threads.hpp>

#include <core/image/object_record.hpp>
#include <core/machine/panic_at.hpp>
#include <core/panic.hpp>
#include <domain/page.hpp>
#include <flat/core/name.hpp>
#include <flat/core/naming_context.hpp>
#include <machine/idle.hpp>
#include <machine/interrupts.hpp>
#include <machine/physical.hpp>
#include <thread/kernel_thread.hpp>

#include <new>

namespace flat::thread {

using api::ThreadState;
using core::BindingError;

Threads::Threads(Ports const& ports, Attributes const& attributes)
    : ThreadsComponent(ports, attributes) {
    boot_.set_priority(middle_priority);
    boot_.set_state(ThreadState::runnable);
    tell_objects("flat::Tcb", &boot_);
    tell_objects("flat::Tcb", &idle_);
    timer->start(u64(tick_us) * 1000, *this);
}

Threads::~Threads() {
    timer->stop();
}

void Threads::yield() {
    machine::InterruptGuard const guard;
    scheduler->yield(*current_);
    let_run_next();
}

void Threads::exit() {
    machine::disable_interrupts();
    current_->set_state(ThreadState::finished);
    // Whoever waits for the end may release this thread as soon as it runs, so the stack is used up
    // to the switch and never again.
    notify_all(KernelThread::finished_condition(*current_));
    let_others_run();
    panic("a finished thread was resumed");
}

bool Threads::wait(u64 condition, u64 ticket) {
    machine::InterruptGuard const guard;
    if (gives_up()) return false;
    // Somebody has notified since the ticket was drawn: the condition may hold already. Without the
    // ticket a notification between the caller's test and this line would be lost.
    if (ticket != notifications_) return true;
    current_->set_state(ThreadState::waiting);
    current_->set_condition(condition);
    waiting_for(condition).push_back(*current_);
    let_others_run();
    return !gives_up();
}

void Threads::notify(u64 condition) {
    wake(condition, 1);
}

void Threads::notify_all(u64 condition) {
    wake(condition, ~u32(0));
}

Result<core::AbstractResource*, BindingError> Threads::create(Span<u8 const> hint) {
    return TRY(make(hint));
}

Result<Top*, BindingError> Threads::bind(core::Name& name, Span<u8 const> hint) {
    auto* const factory = narrow_to<core::BindingFactory>(name.naming_context());
    if (!factory) return BindingError{BindingError::Code::unbindable};
    auto* const body = narrow_to<Thread::Body>(*TRY(factory->bind(name, {})));
    if (!body) return BindingError{BindingError::Code::unbindable};
    KernelThread& thread = *TRY(make(hint));
    thread.start(*body);
    return &thread;
}

void Threads::tick() {
    if (switching) switching->ticked(tick_us);
    bool const is_idle = current_ == &idle_;
    bool const has_used_slice = !is_idle && scheduler->tick(*current_);
    if (is_idle || has_used_slice || preemption_is_due_) switch_context();
}

Result<KernelThread*, BindingError> Threads::make(Span<u8 const> hint) {
    if (hint.size() > 1) return BindingError{BindingError::Code::invalid};
    auto const thread = allocate(hint.is_empty() ? middle_priority : hint[0]);
    if (thread.is_error()) return BindingError{BindingError::Code::exhausted};
    return thread.value();
}

Result<KernelThread*, memory::MemoryError> Threads::allocate(u8 priority) {
    void* const record = pointer_to<void>(TRY(objects->allocate(sizeof(KernelThread))));
    auto const stack = frames->allocate(stack_order);
    if (stack.is_error()) {
        objects->free(address_of(record), sizeof(KernelThread));
        return stack.error();
    }
    void* const stack_base = machine::physical_to_virtual(stack.value());
    auto* const thread =
        new (record) KernelThread(*this, priority, stack_base, domain::page_size << stack_order);
    tell_objects("flat::Tcb", &thread->tcb());
    return thread;
}

void Threads::make_runnable(Tcb& thread) {
    bool const may_switch = machine::interrupts_enabled();
    machine::InterruptGuard const guard;
    thread.set_state(ThreadState::runnable);
    scheduler->ready(thread);
    if (scheduler->preempts(thread, *current_)) preempt(may_switch);
}

void Threads::destroy(KernelThread& thread) {
    machine::InterruptGuard const guard;
    Tcb& tcb = thread.tcb();
    assert(&tcb != current_);
    // It is in one list at most: of those that wait, or of the scheduler's.
    if (tcb.state() == ThreadState::waiting) waiting_for(tcb.condition()).remove(tcb);
    scheduler->remove(tcb);
    frames->free(machine::virtual_to_physical(thread.stack()), stack_order);
    forget_object(&tcb);
    thread.KernelThread::~KernelThread();
    objects->free(address_of(&thread), sizeof(KernelThread));
}

void Threads::schedule(Tcb& thread, u8 priority, u32 slice_us) {
    bool const may_switch = machine::interrupts_enabled();
    machine::InterruptGuard const guard;
    scheduler->remove(thread); // it may be queued by its old priority
    thread.set_priority(priority);
    if (slices) slices->set_slice(thread, ticks_of(slice_us));
    if (!thread.is_runnable()) return;
    scheduler->ready(thread);
    bool const is_running = &thread == current_;
    bool const has_others_first = is_running && scheduler->next() != current_;
    if (has_others_first || (!is_running && scheduler->preempts(thread, *current_)))
        preempt(may_switch);
}

/// The length of a time slice, in ticks that are begun.
u32 Threads::ticks_of(u32 slice_us) const {
    bool const is_time = slice_us != u32(TimeSlices::usual) && slice_us != u32(TimeSlices::endless);
    return is_time ? (slice_us - 1) / tick_us + 1 : slice_us;
}

/// Makes those runnable that have waited longest on a condition, at most `threads_max`.
void Threads::wake(u64 condition, u32 threads_max) {
    bool const may_switch = machine::interrupts_enabled();
    machine::InterruptGuard const guard;
    ++notifications_;
    bool is_preempted = false;
    WaitingList& waiting = waiting_for(condition);
    // A bucket is shared by conditions: those of others stay where they are.
    Tcb* following = waiting.first();
    while (Tcb* const thread = threads_max > 0 ? following : nullptr) {
        following = waiting.after(*thread);
        if (thread->condition() != condition) continue;
        waiting.remove(*thread);
        thread->set_state(ThreadState::runnable);
        scheduler->ready(*thread);
        is_preempted = is_preempted || scheduler->preempts(*thread, *current_);
        --threads_max;
    }
    if (is_preempted) preempt(may_switch);
}

void Threads::give_way() {
    machine::InterruptGuard const guard;
    if (!preemption_is_due_) return;
    scheduler->ready(*current_);
    let_others_run();
}

/// Lets a more urgent thread run as soon as possible: at once in a thread that takes interrupts,
/// and in a handler that interrupted the idle context, which needs no saving; else when the running
/// one gives way, at the next tick at the latest.
void Threads::preempt(bool may_switch) {
    if (current_ == &idle_)
        switch_context();
    else if (may_switch) {
        scheduler->ready(*current_);
        let_others_run();
    } else {
        preemption_is_due_ = true;
        if (switching) switching->preemption_is_due();
    }
}

/// In a thread that is queued or cannot run: lets the scheduler's choice run, and returns when this
/// thread runs again.
void Threads::let_others_run() {
    let_run_next();
}

/// The same, inline: what is saved for `switch_context` is saved once with the caller's registers.
inline void Threads::let_run_next() {
    Tcb& running = *current_;
    Tcb& chosen = choose(); // perhaps itself
    if (running.has_overflown_stack()) panic("a thread has overflown its stack");
    make_current(chosen);
    trap->switch_context(running.frame(), chosen.frame());
}

/// Within a trap: has the scheduler's choice resumed when the trap ends.
void Threads::switch_context() {
    Tcb& running = *current_;
    if (running.is_runnable()) scheduler->ready(running);
    Tcb& chosen = choose();
    if (&chosen == &running) return;
    if (running.has_overflown_stack())
        panic_at(trap->get_context(), "a thread has overflown its stack");
    if (&running != &idle_) running.frame() = trap->get_context();
    make_current(chosen);
    trap->complete(chosen.frame());
    trap->set_context(chosen.frame());
}

/// The thread that should run now.
inline Tcb& Threads::choose() {
    preemption_is_due_ = false;
    Tcb* const next = scheduler->next();
    return next ? *next : idle();
}

/// The idle context, at its beginning.
Tcb& Threads::idle() {
    machine::prepare_idle(idle_.frame());
    return idle_;
}

inline void Threads::make_current(Tcb& chosen) {
    current_ = &chosen;
    if (switching) switching->switched(chosen);
}

} // namespace flat::thread

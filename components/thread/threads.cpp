// SPDX-License-Identifier: BSD-2-Clause
// The threads of a kernel without system calls.
#include <thread/threads.hpp>

#include <core/machine/panic_at.hpp>
#include <core/panic.hpp>
#include <domain/page.hpp>
#include <flat/core/name.hpp>
#include <flat/core/naming_context.hpp>
#include <machine/idle.hpp>
#include <machine/interrupts.hpp>
#include <machine/physical.hpp>
#include <machine/software_trap.hpp>
#include <thread/kernel_thread.hpp>

#include <new>

namespace flat::thread {

using api::ThreadState;
using core::BindingError;

Threads::Threads(Ports const& ports, Attributes const& attributes)
    : ThreadsComponent(ports, attributes) {
    boot_.set_priority(middle_priority);
    boot_.set_state(ThreadState::runnable);
    if (trap->register_(machine::software_trap_vector, *this).is_error())
        panic("somebody else handles the software trap");
    timer->start(u64(tick_us) * 1000, *this);
}

Threads::~Threads() {
    timer->stop();
    trap->unregister(machine::software_trap_vector);
}

void Threads::yield() {
    machine::InterruptGuard const guard;
    scheduler->yield(*current_);
    machine::software_trap();
}

void Threads::exit() {
    machine::disable_interrupts();
    current_->set_state(ThreadState::finished);
    // Whoever waits for the end may release this thread as soon as it runs, so the stack is used up
    // to the trap and never again.
    notify_all(KernelThread::finished_condition(*current_));
    machine::software_trap();
    panic("a finished thread was resumed");
}

void Threads::wait(u64 condition, u64 ticket) {
    machine::InterruptGuard const guard;
    // Somebody has notified since the ticket was drawn: the condition may hold already. Without the
    // ticket a notification between the caller's test and this line would be lost.
    if (ticket != notifications_) return;
    current_->set_state(ThreadState::waiting);
    current_->set_condition(condition);
    waiting_for(condition).push_back(*current_);
    machine::software_trap();
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

/// The software trap: the interrupted thread asks for another one to be resumed.
void Threads::handle(u32, RegisterFrame&) {
    switch_context();
}

void Threads::tick() {
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
    return new (record) KernelThread(*this, priority, stack_base, domain::page_size << stack_order);
}

void Threads::make_runnable(Tcb& thread) {
    bool const may_trap = machine::interrupts_enabled();
    machine::InterruptGuard const guard;
    thread.set_state(ThreadState::runnable);
    scheduler->ready(thread);
    if (scheduler->preempts(thread, *current_)) preempt(may_trap);
}

void Threads::destroy(KernelThread& thread) {
    machine::InterruptGuard const guard;
    Tcb& tcb = thread.tcb();
    assert(&tcb != current_);
    // It is in one list at most: of those that wait, or of the scheduler's.
    if (tcb.state() == ThreadState::waiting) waiting_for(tcb.condition()).remove(tcb);
    scheduler->remove(tcb);
    frames->free(machine::virtual_to_physical(thread.stack()), stack_order);
    thread.KernelThread::~KernelThread();
    objects->free(address_of(&thread), sizeof(KernelThread));
}

/// Makes those runnable that have waited longest on a condition, at most `threads_max`.
void Threads::wake(u64 condition, u32 threads_max) {
    bool const may_trap = machine::interrupts_enabled();
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
    if (is_preempted) preempt(may_trap);
}

/// Lets a more urgent thread run as soon as possible: at once in a thread that takes interrupts,
/// and in a handler that interrupted the idle context, which needs no saving; else at the next
/// tick.
void Threads::preempt(bool may_trap) {
    if (current_ == &idle_)
        switch_context();
    else if (may_trap)
        machine::software_trap();
    else
        preemption_is_due_ = true;
}

/// Within a trap: has the scheduler's choice resumed when the trap ends.
void Threads::switch_context() {
    preemption_is_due_ = false;
    if (current_->is_runnable()) scheduler->ready(*current_);
    Tcb* const next = scheduler->next();
    Tcb& chosen = next ? *next : idle_;
    if (&chosen == current_) return;
    if (KernelThread::has_overflown_stack(*current_))
        panic_at(trap->get_context(), "a thread has overflown its stack");
    if (current_ != &idle_) current_->frame() = trap->get_context();
    if (&chosen == &idle_) machine::prepare_idle(idle_.frame());
    current_ = &chosen;
    trap->set_context(chosen.frame());
    if (switching) switching->switched(chosen);
}

} // namespace flat::thread

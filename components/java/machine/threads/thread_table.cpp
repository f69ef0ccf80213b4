// SPDX-License-Identifier: BSD-2-Clause
// The threads of a machine: who executes Java, who waits.
#include <java/machine/threads/thread_table.hpp>

#include <core/panic.hpp>
#include <java/machine/run.hpp>
#include <new>

namespace flat::java {

namespace {

constexpr u32 runnable =
    5; // java.lang.Thread.threadStatus, with the bits of JVM TI's GetThreadState

u32 status_of(Waiting const& waiting) {
    constexpr u32 waits_for_ever = 0x91;
    constexpr u32 waits_for_a_time = 0xa1;
    u32 const waits = waiting.deadline_ns != 0 ? waits_for_a_time : waits_for_ever;
    switch (waiting.what) {
    case WaitingFor::monitor:
        return 0x401;
    case WaitingFor::notification:
        return waits | 0x100;
    case WaitingFor::permit:
        return waits | 0x200;
    case WaitingFor::time:
        return waits | 0x40;
    default:
        return runnable;
    }
}

} // namespace

void ThreadTable::add(Run& run) {
    u32 const place = run.id - 1u;
    if (place >= threads_max || runs_[place]) panic("java: a thread's number is taken");
    runs_[place] = &run;
    if (place >= count_) count_ = place + 1;
    running_.store(running_.load() == nobody ? run.id : running_.load());
}

/// One that has ended, and whose kernel thread is no more.
Run* ThreadTable::free_run() {
    for (Run*& each : ended_) {
        if (!each) continue;
        Run* const found = each;
        each = nullptr;
        kernel_->release(*found);
        return found;
    }
    return nullptr;
}

Run* ThreadTable::make() {
    u32 place = 0;
    while (place < threads_max && (runs_[place] || ended_[place]))
        ++place;
    u64 const stack_bytes = stack_slots_ * sizeof(Slot);
    void* room = nullptr;
    if (Run* const used = kernel_ ? free_run() : nullptr) {
        place = used->id - 1u;
        room = used;
    } else if (kernel_ && place < threads_max) {
        room = machine_.platform.take(sizeof(Run) + stack_bytes); // no part without the other
    }
    if (!room) return nullptr;
    Span<Slot> const slots(pointer_to<Slot>(address_of(room) + sizeof(Run)), stack_slots_);
    auto* const made = new (room) Run(machine_, static_cast<u16>(place + 1), slots);
    made->is_reusable = true;
    add(*made);
    return made;
}

void ThreadTable::remove(Run& run) {
    u32 const place = run.id - 1u;
    runs_[place] = nullptr;
    if (run.is_reusable) ended_[place] = &run;
    each([&](Run& other) {
        if (other.waiting.what == WaitingFor::threads) wake(other, WokenBy::purpose);
    });
    if (!waits_for_ever()) return;
    tell_deadlock();
    machine_.end(1);
}

void ThreadTable::acquire(Run& run) {
    while (kernel_) {
        u64 const ticket = kernel_->ticket();
        u32 expected = nobody;
        if (running_.compare_exchange(expected, run.id)) break;
        is_wanted_.store(true);
        kernel_->wait(&running_, ticket);
    }
    machine_.native = run.native;
}

void ThreadTable::release() {
    is_wanted_.store(false);
    running_.store(nobody);
    kernel_->notify_all(&running_);
}

/// The thread stays runnable, so that the scheduler and nobody else says when it goes on.
void ThreadTable::give_way(Run& run) {
    if (!kernel_) return;
    release();
    kernel_->yield();
    acquire(run);
}

u64 ThreadTable::now_ns() const {
    return kernel_ ? kernel_->now_ns() : machine_.platform.now_ns();
}

bool ThreadTable::wait(Run& run, Waiting waiting) {
    waiting.order = ++order_;
    run.waiting = waiting;
    run.is_woken.store(false);
    run.set_status(status_of(waiting));
    if (waits_for_ever()) {
        tell_deadlock();
        machine_.end(1);
        run.waiting = {};
        return run.raise("java/lang/ThreadDeath");
    }
    if (kernel_) block(run);
    run.waiting.what = WaitingFor::nothing;
    run.waiting.object = nullptr;
    run.set_status(runnable);
    return true;
}

void ThreadTable::block(Run& run) {
    u64 const deadline_ns = run.waiting.deadline_ns;
    release();
    for (;;) {
        u64 const ticket = kernel_->ticket();
        if (run.is_woken.load() || (deadline_ns != 0 && kernel_->now_ns() >= deadline_ns)) break;
        if (deadline_ns == 0)
            kernel_->wait(&run, ticket);
        else
            kernel_->wait_until(run, ticket, deadline_ns);
    }
    acquire(run);
}

void ThreadTable::wake(Run& run, WokenBy why) {
    run.waiting.what = WaitingFor::nothing;
    run.waiting.woken_by = why;
    run.is_woken.store(true);
    if (kernel_) kernel_->notify_all(&run);
}

Run* ThreadTable::longest(WaitingFor what, Object const* object) const {
    Run* found = nullptr;
    each([&](Run& run) {
        bool const is_one = run.waiting.what == what && run.waiting.object == object;
        if (is_one && (!found || run.waiting.order < found->waiting.order)) found = &run;
    });
    return found;
}

void ThreadTable::wake_initialized(Class const& made) {
    each([&](Run& run) {
        if (run.waiting.what == WaitingFor::initialization && run.waiting.initialized == &made)
            wake(run, WokenBy::purpose);
    });
}

bool ThreadTable::has_others(Run const& but) {
    bool is_one = false;
    each([&](Run& run) { is_one |= &run != &but && run.object && !run.is_daemon(); });
    return is_one;
}

void ThreadTable::visit(Heap& heap) {
    each([&](Run& run) { run.visit(heap); });
}

} // namespace flat::java

// SPDX-License-Identifier: BSD-2-Clause
// The threads of a kernel without system calls.
#pragma once

#include <core/containers/list.hpp>
#include <core/utility.hpp>
#include <object/tcb.hpp>
#include <thread/threads.flat.hpp>

namespace flat::thread {

class KernelThread;

/// Preemptive kernel threads (THINK, §4.4): the timer's handler replaces the context that the
/// processor resumes, and a thread that gives way has another one resumed; the scheduler says
/// which. The context that constructs this component becomes the boot thread, of the middle
/// priority; it runs with interrupts disabled, so it is never preempted, until it enables them
/// itself. Only threads may `yield`, `exit` and `wait`, for these switch contexts; notifying is
/// also for interrupt handlers.
class Threads : public ThreadsComponent, private hal::Timer::Tick, NonCopyable {
public:
    /// Starts the timer.
    Threads(Ports const& ports, Attributes const& attributes);
    ~Threads();

    void yield() override;
    void exit() override;
    u64 running() override { return address_of(current_); }
    u64 ticket() override { return notifications_; }
    bool wait(u64 condition, u64 ticket) override;
    void notify(u64 condition) override;
    void notify_all(u64 condition) override;
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const> hint) override;
    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;
    void give_way() override;

private:
    friend class KernelThread;
    using MemoryError = memory::MemoryError;
    using WaitingList = IntrusiveList<Tcb, &Tcb::waiting_link>;

    static constexpr u8 middle_priority = 128;
    static constexpr usize buckets = 16;

    void tick() override;

    Result<KernelThread*, core::BindingError> make(Span<u8 const> hint);
    Result<KernelThread*, MemoryError> allocate(u8 priority);
    void make_runnable(Tcb& thread);
    void destroy(KernelThread& thread);
    void schedule(Tcb& thread, u8 priority, u32 slice_us);
    u32 ticks_of(u32 slice_us) const;
    void wake(u64 condition, u32 threads_max);
    void preempt(bool may_switch);
    void let_others_run();
    [[gnu::always_inline]] void let_run_next();
    void switch_context();
    Tcb& choose();
    [[gnu::cold, gnu::noinline]] Tcb& idle();
    bool gives_up() const { return switching && switching->gives_up(); }
    void make_current(Tcb& chosen);
    WaitingList& waiting_for(u64 condition) { return waiting_[condition / 64 % buckets]; }

    Tcb boot_;
    Tcb idle_;
    Tcb* current_ = &boot_;
    bool preemption_is_due_ = false; // noticed where the context could not be switched
    u64 notifications_ = 0;
    WaitingList waiting_[buckets];
};

} // namespace flat::thread

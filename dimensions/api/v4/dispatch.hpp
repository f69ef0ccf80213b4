// SPDX-License-Identifier: BSD-2-Clause
// Switches to the thread that runs next; the policy is a `thread.Scheduler` component.
#pragma once

#include <abi/current.hpp>
#include <api/dispatch.flat.hpp>
#include <api/scheduling/timeout_wheel.hpp>
#include <object/tcb.hpp>

namespace flat::api {

/// The kernel has one stack: a switch names the thread whose registers the way out restores.
class Dispatch : public DispatchComponent, private hal::Timer::Tick {
public:
    Dispatch(Ports const& ports, Attributes const& attributes);

    Tcb& current() override { return abi::current(); }
    void switch_to(Tcb& next) override;
    void switch_directly(Tcb& from, Tcb& to) override;
    void make_ready(Tcb& thread) override;
    void settle(Tcb* preferred) override;
    void yield() override;
    void give_to(Tcb& next) override;
    void set_priority(Tcb& thread, u8 priority) override;
    void forget(Tcb& thread) override;
    u32 tick_us() override { return period_us; }
    u64 now_us() override;
    void report_to(Events& events) override { events_ = &events; }
    void set_timeout(Tcb& thread, u64 delay_us) override;
    bool renew_timeout(Tcb& thread, u64 delay_us) override;
    void cancel_timeout(Tcb& thread) override;

    /// Lets the kernel work for the current thread; in kernel mode, with interrupts disabled.
    void work();

private:
    void tick() override;
    u64 deadline_ns(u64 delay_us);
    void expire_timeouts();
    void make_queued(Tcb& thread);
    Tcb* most_urgent();
    void run_next();
    /// The current thread stays the one that runs.
    void go_on();

    // scheduling/preemption.cpp
    /// A tick has passed for the running thread: what others may take from it, or its quantum.
    void charge(Tcb& running);
    void preempt(Tcb& running);
    bool is_idle() { return &current() == &idle_; }

    /// From the way out on, interrupts are taken, and then `work` is called.
    void begin_work();
    static void take_step(void* dispatch);

    static constexpr usize work_stack_bytes = 0x4000;

    bool preemption_pending_ = false;
    TimeoutWheel timeouts_;
    Events* events_ = nullptr;
    Tcb idle_; // never active, so not runnable
    RegisterFrame work_frame_;
    alignas(16) u8 work_stack_[work_stack_bytes];
};

} // namespace flat::api

// SPDX-License-Identifier: BSD-2-Clause
// Which thread runs when the kernel is left: preemption, idling, timeouts.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;

/// A thread that can run unless a test makes it wait.
class TestThread : public Tcb {
public:
    explicit TestThread(u8 priority) {
        clear_hazards(hazard_inactive);
        set_priority(priority);
        set_page_root(domain::page_size);
        set_utcb(block_, 0);
    }

private:
    Utcb block_{};
};

/// Notes what happens to whom, in the order in which it does.
class NotedEvents : public l4::Dispatcher::Events {
public:
    void expired(Tcb& thread) override { threads.push_back(&thread); }
    void exhausted(Tcb& thread) override { without_quantum.push_back(&thread); }
    void preempted(Tcb& thread) override { told.push_back(&thread); }
    void work(Tcb& thread) override {
        steps.push_back(&thread);
        if (steps.size() == steps_needed) thread.clear_hazards(hazard_working);
    }

    std::vector<Tcb*> threads;
    std::vector<Tcb*> without_quantum;
    std::vector<Tcb*> told;
    std::vector<Tcb*> steps;
    usize steps_needed = 0;
};

class ApiDispatch : public ::testing::Test {
protected:
    ApiDispatch() { dispatch.report_to(events); }

    Tcb& current() { return dispatch.current(); }
    bool is_idle() { return &current() != &low && &current() != &middle && &current() != &high; }

    FakeTrap trap;
    FakeTimer timer;
    FakeMmu mmu;
    FakeScheduler scheduler;
    Dispatch dispatch{{.scheduler = scheduler, .trap = trap, .timer = timer, .mmu = mmu},
                      {.period_us = 500}};
    TestThread low{10}, middle{100}, equal{100}, high{200};
    NotedEvents events;
};

TEST_F(ApiDispatch, idles_until_a_thread_is_ready) {
    EXPECT_TRUE(is_idle());
    EXPECT_EQ(timer.period_ns, 500'000u);
    dispatch.make_ready(low);
    EXPECT_TRUE(is_idle());
    dispatch.settle(nullptr);
    EXPECT_EQ(&current(), &low);
    EXPECT_EQ(&trap.get_context(), &low.frame());
}

TEST_F(ApiDispatch, idles_again_when_nobody_can_run) {
    dispatch.switch_to(low);
    low.wait_for(id_of(9));
    dispatch.settle(nullptr);
    EXPECT_TRUE(is_idle());
    EXPECT_EQ(&trap.get_context(), &current().frame());
}

TEST_F(ApiDispatch, activates_the_translations_of_who_runs) {
    low.set_page_root(mmu.create_root().value());
    dispatch.switch_to(low);
    EXPECT_EQ(mmu.active, low.page_root());
    dispatch.switch_to(high);
    EXPECT_EQ(mmu.active, mmu.kernel_root());
}

TEST_F(ApiDispatch, preempts_for_a_more_urgent_thread_when_the_entry_ends) {
    dispatch.switch_to(middle);
    dispatch.make_ready(high);
    EXPECT_EQ(&current(), &middle);
    dispatch.settle(nullptr);
    EXPECT_EQ(&current(), &high);
    EXPECT_TRUE(scheduler.is_queued(middle));
}

TEST_F(ApiDispatch, lets_the_current_thread_go_on_before_equals_and_the_preferred_one) {
    dispatch.switch_to(middle);
    dispatch.make_ready(equal);
    dispatch.settle(&equal);
    EXPECT_EQ(&current(), &middle);
}

TEST_F(ApiDispatch, prefers_the_partner_when_the_current_thread_cannot_go_on) {
    dispatch.switch_to(high);
    dispatch.make_ready(middle);
    dispatch.make_ready(equal);
    high.wait_for(id_of(9));
    dispatch.settle(&equal);
    EXPECT_EQ(&current(), &equal);
}

TEST_F(ApiDispatch, prefers_no_partner_to_a_ready_thread_that_is_more_urgent) {
    dispatch.switch_to(high);
    dispatch.make_ready(middle);
    dispatch.make_ready(low);
    high.wait_for(id_of(9));
    dispatch.settle(&low);
    EXPECT_EQ(&current(), &middle);
    EXPECT_TRUE(scheduler.is_queued(low));
}

TEST_F(ApiDispatch, knows_the_rank_of_the_most_urgent_ready_thread) {
    EXPECT_EQ(abi::ready_rank(), last_rank);
    dispatch.switch_to(high);
    dispatch.make_ready(low);
    EXPECT_EQ(abi::ready_rank(), low.rank());
    dispatch.make_ready(middle);
    EXPECT_EQ(abi::ready_rank(), middle.rank());
    middle.wait_for(id_of(9)); // whom the scheduler drops when it is asked
    EXPECT_EQ(abi::ready_rank(), middle.rank());
    timer.pass(500);
    EXPECT_EQ(abi::ready_rank(), low.rank());
    low.wait_for(id_of(9));
    timer.pass(500);
    EXPECT_EQ(abi::ready_rank(), last_rank);
}

TEST_F(ApiDispatch, asks_the_policy_when_the_partner_cannot_run_either) {
    dispatch.switch_to(middle);
    dispatch.make_ready(equal);
    middle.wait_for(id_of(9));
    low.set_hazards(hazard_halted);
    dispatch.settle(&low);
    EXPECT_EQ(&current(), &equal);
}

TEST_F(ApiDispatch, lets_equals_run_when_a_thread_yields) {
    dispatch.switch_to(middle);
    dispatch.make_ready(equal);
    dispatch.make_ready(low);
    dispatch.yield();
    EXPECT_EQ(&current(), &equal);
    dispatch.yield();
    EXPECT_EQ(&current(), &middle);
}

TEST_F(ApiDispatch, charges_the_running_thread_alone_for_ticks) {
    timer.pass(500);
    EXPECT_EQ(scheduler.ticks, 0u); // idle
    dispatch.switch_to(middle);
    timer.pass(500);
    EXPECT_EQ(scheduler.ticks, 1u);
}

TEST_F(ApiDispatch, switches_when_a_slice_is_over) {
    dispatch.switch_to(middle);
    dispatch.make_ready(equal);
    timer.pass(500);
    EXPECT_EQ(&current(), &middle);
    scheduler.slice_is_over = true;
    timer.pass(500);
    EXPECT_EQ(&current(), &equal);
    timer.pass(500);
    EXPECT_EQ(&current(), &middle);
}

TEST_F(ApiDispatch, leaves_a_preempted_thread_its_place_among_equals) {
    dispatch.switch_to(middle);
    dispatch.make_ready(middle); // it runs and is queued first
    dispatch.make_ready(equal);
    scheduler.preempts_at_tick = true;
    scheduler.ready(high);
    timer.pass(500);
    ASSERT_EQ(&current(), &high);
    high.wait_for(id_of(9));
    dispatch.settle(nullptr);
    EXPECT_EQ(&current(), &middle);
}

TEST_F(ApiDispatch, forgets_a_thread_that_is_destroyed) {
    dispatch.switch_to(middle);
    dispatch.make_ready(equal);
    dispatch.set_timeout(low, 100);
    dispatch.make_ready(low);
    dispatch.forget(low);
    EXPECT_FALSE(scheduler.is_queued(low));
    dispatch.forget(middle);
    EXPECT_TRUE(is_idle());
    EXPECT_EQ(mmu.active, mmu.kernel_root());
    dispatch.settle(nullptr);
    EXPECT_EQ(&current(), &equal);
    timer.pass(1000);
    EXPECT_TRUE(events.threads.empty());
}

TEST_F(ApiDispatch, reports_timeouts_in_the_order_of_their_deadlines_and_not_too_early) {
    dispatch.set_timeout(high, 3000);
    dispatch.set_timeout(low, 1000);
    dispatch.set_timeout(equal, 3000);
    dispatch.set_timeout(middle, 2000);
    timer.pass(999);
    EXPECT_TRUE(events.threads.empty());
    timer.pass(1);
    EXPECT_EQ(events.threads, (std::vector<Tcb*>{&low}));
    timer.pass(5000);
    EXPECT_EQ(events.threads, (std::vector<Tcb*>{&low, &middle, &high, &equal}));
    EXPECT_EQ(high.hazards(), 0u);
}

TEST_F(ApiDispatch, keeps_one_timeout_for_a_thread_and_can_cancel_it) {
    dispatch.set_timeout(low, 1000);
    dispatch.set_timeout(low, 4000);
    EXPECT_EQ(low.hazards(), u32(hazard_timeout));
    timer.pass(2000);
    EXPECT_TRUE(events.threads.empty());
    dispatch.cancel_timeout(low);
    dispatch.cancel_timeout(low);
    EXPECT_EQ(low.hazards(), 0u);
    timer.pass(5000);
    EXPECT_TRUE(events.threads.empty());
}

TEST_F(ApiDispatch, resumes_a_thread_for_which_the_kernel_works_in_kernel_mode_until_all_is_done) {
    low.set_hazards(hazard_working);
    events.steps_needed = 2;
    dispatch.switch_to(low);
    EXPECT_EQ(&current(), &low);
    EXPECT_NE(&trap.get_context(), &low.frame());
    dispatch.work();
    dispatch.settle(nullptr);
    EXPECT_NE(&trap.get_context(), &low.frame());
    dispatch.work();
    EXPECT_EQ(&trap.get_context(), &low.frame());
    EXPECT_TRUE(trap.resumed);
    EXPECT_EQ(events.steps, (std::vector<Tcb*>{&low, &low}));
}

TEST_F(ApiDispatch, lets_interrupts_take_the_processor_from_a_thread_for_which_the_kernel_works) {
    low.set_hazards(hazard_working);
    dispatch.switch_to(low);
    scheduler.ready(high);
    scheduler.preempts_at_tick = true;
    timer.pass(500);
    EXPECT_EQ(&trap.get_context(), &high.frame());
    high.wait_for(id_of(9));
    dispatch.settle(nullptr);
    EXPECT_EQ(&current(), &low);
    EXPECT_NE(&trap.get_context(), &low.frame());
    low.clear_hazards(hazard_working); // an interrupt has ended it
    dispatch.work();
    EXPECT_TRUE(events.steps.empty());
    EXPECT_EQ(&trap.get_context(), &low.frame());
}

TEST_F(ApiDispatch, goes_on_working_for_a_thread_that_stays_the_most_urgent_one) {
    dispatch.switch_to(middle);
    middle.set_hazards(hazard_working);
    dispatch.make_ready(high);
    high.wait_for(id_of(9));
    dispatch.settle(nullptr);
    EXPECT_EQ(&current(), &middle);
    EXPECT_NE(&trap.get_context(), &middle.frame());
}

TEST_F(ApiDispatch, works_for_halted_threads) {
    dispatch.switch_to(middle);
    low.set_hazards(hazard_halted | hazard_working);
    dispatch.make_ready(low);
    middle.wait_for(id_of(9));
    dispatch.settle(nullptr);
    EXPECT_EQ(&current(), &low);
    EXPECT_NE(&trap.get_context(), &low.frame());
    low.clear_hazards(hazard_working);
    dispatch.settle(nullptr);
    EXPECT_TRUE(is_idle());
}

TEST_F(ApiDispatch, lets_whoever_is_most_urgent_run_after_a_priority_has_changed) {
    dispatch.switch_to(middle);
    dispatch.make_ready(low);
    dispatch.set_priority(low, 150);
    EXPECT_EQ(&current(), &middle);
    dispatch.settle(nullptr);
    EXPECT_EQ(&current(), &low);
    dispatch.set_priority(low, 10);
    dispatch.settle(nullptr);
    EXPECT_EQ(&current(), &middle);
    dispatch.set_priority(high, 20);
    EXPECT_TRUE(scheduler.is_queued(high));
    high.wait_for(id_of(9));
    dispatch.set_priority(high, 250);
    EXPECT_FALSE(scheduler.is_queued(high));
}

/// Lets `low` run, and asks for the delay of preemptions by the urgent up to `sensitive`.
class ApiDispatchDelay : public ApiDispatch {
protected:
    ApiDispatchDelay() {
        dispatch.switch_to(low);
        low.set_preemption_flags(PreemptionFlag::delay_preemption);
        low.allowance().sensitive_priority = middle.priority();
        low.allowance().delay_max_us = 1000;
    }
    /// A tick that finds `thread` ready, as an interrupt would.
    void pass_with(Tcb& thread) {
        scheduler.ready(thread);
        scheduler.preempts_at_tick = true;
        timer.pass(500);
        scheduler.preempts_at_tick = false;
    }
    bool is_pending() { return low.preemption_flags() & PreemptionFlag::preemption_pending; }
};

TEST_F(ApiDispatchDelay, keeps_others_waiting_as_long_as_the_thread_may) {
    pass_with(middle);
    EXPECT_EQ(&current(), &low);
    EXPECT_TRUE(is_pending());
    timer.pass(500);
    EXPECT_EQ(&current(), &low);
    timer.pass(500);
    EXPECT_EQ(&current(), &middle);
    EXPECT_FALSE(is_pending());
}

TEST_F(ApiDispatchDelay, lets_a_thread_run_at_once_that_is_more_urgent_than_may_be_delayed) {
    pass_with(high);
    EXPECT_EQ(&current(), &high);
    EXPECT_FALSE(is_pending());
}

TEST_F(ApiDispatchDelay, is_for_threads_that_ask_for_it) {
    low.set_preemption_flags(0);
    pass_with(middle);
    EXPECT_EQ(&current(), &middle);
}

TEST_F(ApiDispatchDelay, ends_when_those_who_waited_do_not_any_more) {
    pass_with(middle);
    middle.wait_for(id_of(9));
    timer.pass(500);
    EXPECT_EQ(&current(), &low);
    EXPECT_FALSE(is_pending());
    EXPECT_EQ(low.allowance().delayed_us, 0u);
}

TEST_F(ApiDispatchDelay, ends_when_the_thread_gives_way) {
    pass_with(middle);
    low.end_delay();
    EXPECT_FALSE(is_pending());
    dispatch.yield();
    EXPECT_EQ(&current(), &middle);
}

TEST_F(ApiDispatchDelay, tells_of_preemptions_by_those_who_are_not_too_urgent) {
    low.set_preemption_flags(PreemptionFlag::signal_preemption);
    pass_with(high);
    EXPECT_TRUE(events.told.empty());
    high.wait_for(id_of(9));
    dispatch.switch_to(low);
    pass_with(middle);
    EXPECT_EQ(events.told, (std::vector<Tcb*>{&low}));
    EXPECT_EQ(&current(), &middle);
}

TEST_F(ApiDispatch, charges_quanta_by_ticks_and_tells_when_one_is_used_up) {
    low.allowance().quantum_us = 1200;
    dispatch.switch_to(low);
    timer.pass(500);
    timer.pass(500);
    EXPECT_EQ(low.allowance().quantum_us, 200u);
    EXPECT_TRUE(events.without_quantum.empty());
    timer.pass(500);
    EXPECT_EQ(events.without_quantum, (std::vector<Tcb*>{&low}));
    dispatch.switch_to(middle);
    timer.pass(500);
    EXPECT_EQ(events.without_quantum.size(), 1u);
    EXPECT_EQ(middle.allowance().quantum_us, TimeAllowance::no_limit);
}

} // namespace
} // namespace flat::api

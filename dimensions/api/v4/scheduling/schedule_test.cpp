// SPDX-License-Identifier: BSD-2-Clause
// Schedule and ThreadSwitch: the right to set a thread's priority, and which thread runs then.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;

constexpr u64 unchanged = ~u64{0};

class ApiSchedule : public ::testing::Test {
protected:
    l4::Calls::Scheduled schedule(Tcb& caller, Tcb& thread,
                                  l4::Calls::ScheduleParameters const& parameters) {
        machine.run(caller);
        return machine.calls.schedule(caller, thread.id().raw(), parameters);
    }
    u64 schedule(Tcb& caller, ThreadId thread, u64 priority) {
        machine.run(caller);
        return machine.calls
            .schedule(caller, thread.raw(), {unchanged, unchanged, priority, unchanged})
            .state;
    }
    bool set_time(Tcb& thread, Time slice, Time quantum) {
        TimeControl const time{slice, quantum};
        return schedule(root, thread, {time.raw(), unchanged, unchanged, unchanged}).state != 0;
    }
    TimeControl time_left(Tcb& thread) {
        return TimeControl{
            schedule(root, thread, {unchanged, unchanged, unchanged, unchanged}).time};
    }
    void tick() { machine.timer.pass(1000); }

    Tcb& current() { return machine.dispatch.current(); }

    Machine machine;
    Tcb& root = *machine.root;
    Tcb& a = machine.add(9, root);
    Tcb& b = machine.add(10, root);
};

TEST_F(ApiSchedule, tells_what_a_thread_does) {
    enum { inactive = 2, running = 3, pending_send = 4, waiting = 6 };
    machine.receive(a, id_of(10));
    Tcb& sending = machine.add(11, root);
    machine.send(sending, a.id());
    Tcb& idle = machine.add_inactive(12, root);
    Tcb& halted = machine.add(13, root);
    halted.set_hazards(hazard_halted);
    EXPECT_EQ(schedule(root, a.id(), unchanged), u64(waiting));
    EXPECT_EQ(schedule(root, b.id(), unchanged), u64(running));
    EXPECT_EQ(schedule(root, sending.id(), unchanged), u64(pending_send));
    EXPECT_EQ(schedule(root, idle.id(), unchanged), u64(inactive));
    EXPECT_EQ(schedule(root, halted.id(), unchanged), u64(inactive));
    EXPECT_TRUE(a.is_waiting() && sending.is_sending());
}

TEST_F(ApiSchedule, is_for_the_space_of_the_threads_scheduler) {
    Tcb& stranger = machine.add_space(11);
    EXPECT_EQ(schedule(stranger, a.id(), 1), 0u);
    EXPECT_EQ(stranger.utcb()->error_code, u64(Error::no_privilege));
    EXPECT_EQ(schedule(b, a.id(), 1), 3u); // a neighbour of the scheduler
    machine.calls.thread_control(root, a.id().raw(), root.id().raw(), b.id().raw(), 0, same_utcb);
    machine.remove(b);
    EXPECT_EQ(schedule(root, a.id(), 1), 0u); // its scheduler is gone
    EXPECT_EQ(root.utcb()->error_code, u64(Error::no_privilege));
}

TEST_F(ApiSchedule, knows_256_priorities_up_to_the_callers_own) {
    EXPECT_EQ(schedule(root, a.id(), 200), 3u);
    EXPECT_EQ(schedule(root, a.id(), 201), 0u);
    EXPECT_EQ(root.utcb()->error_code, u64(Error::invalid_parameter));
    EXPECT_EQ(schedule(root, a.id(), 256), 0u);
    EXPECT_EQ(a.priority(), 200u);
    EXPECT_EQ(schedule(root, id_of(40), 1), 0u);
    EXPECT_EQ(root.utcb()->error_code, u64(Error::invalid_thread));
}

TEST_F(ApiSchedule, lets_a_thread_run_at_once_that_has_become_more_urgent_than_the_caller) {
    schedule(root, a.id(), 200);
    schedule(root, b.id(), 150);
    schedule(a, root.id(), 120);
    schedule(a, a.id(), 130);
    EXPECT_EQ(&current(), &b);
}

TEST_F(ApiSchedule, takes_the_processor_from_a_caller_that_makes_itself_less_urgent) {
    ASSERT_EQ(&current(), &root);
    EXPECT_EQ(schedule(root, root.id(), 50), 3u);
    EXPECT_EQ(&current(), &a);
    EXPECT_TRUE(machine.scheduler.is_queued(root));
}

TEST_F(ApiSchedule, leaves_a_caller_running_that_is_still_the_most_urgent) {
    EXPECT_EQ(schedule(root, root.id(), 101), 3u);
    EXPECT_EQ(&current(), &root);
}

TEST_F(ApiSchedule, does_not_wake_a_thread_that_waits) {
    machine.receive(a, id_of(10));
    schedule(root, a.id(), 150);
    EXPECT_FALSE(machine.scheduler.is_queued(a));
    EXPECT_EQ(a.priority(), 150u);
}

TEST_F(ApiSchedule, gives_the_processor_to_a_thread_that_is_named_however_urgent_it_is) {
    schedule(root, b.id(), 1);
    machine.calls.thread_switch(root, b.id().raw());
    EXPECT_EQ(&current(), &b);
    EXPECT_TRUE(machine.scheduler.is_queued(root));
}

TEST_F(ApiSchedule, lets_the_policy_choose_when_the_named_thread_cannot_run) {
    machine.receive(a, id_of(10));
    machine.run(root);
    for (ThreadId const each : {a.id(), id_of(40), ThreadId::nil(), ThreadId::any()}) {
        machine.calls.thread_switch(root, each.raw());
        EXPECT_EQ(&current(), &root);
    }
    machine.receive(root, id_of(9));
    machine.run(b);
    machine.calls.thread_switch(b, 0);
    EXPECT_EQ(&current(), &b);
}

TEST_F(ApiSchedule, sets_slices_rounded_up_to_ticks_and_tells_what_is_left) {
    EXPECT_EQ(time_left(a).slice(), Time::milliseconds(10));
    EXPECT_TRUE(set_time(a, Time::microseconds(2500), Time::never()));
    EXPECT_EQ(time_left(a).slice(), Time::milliseconds(3));
    EXPECT_TRUE(time_left(a).quantum().is_never());
    machine.run(a);
    tick();
    EXPECT_EQ(time_left(a).slice(), Time::milliseconds(2));
    EXPECT_TRUE(set_time(a, Time::zero(), Time::never()));
    EXPECT_EQ(time_left(a).slice(), Time::milliseconds(1));
    EXPECT_TRUE(set_time(a, Time::never(), Time::never()));
    EXPECT_TRUE(time_left(a).slice().is_never());
}

TEST_F(ApiSchedule, refuses_points_in_time_other_processors_and_what_is_above_the_caller) {
    constexpr u64 point = 0x8000;
    for (u64 const time : {point, point << 16, u64{1} << 32})
        EXPECT_EQ(schedule(root, a, {time, unchanged, unchanged, unchanged}).state, 0u);
    EXPECT_EQ(root.utcb()->error_code, u64(Error::invalid_parameter));
    EXPECT_EQ(schedule(root, a, {unchanged, 1, unchanged, unchanged}).state, 0u);
    EXPECT_NE(schedule(root, a, {unchanged, 0, unchanged, unchanged}).state, 0u);
    for (u64 const preemption : {PreemptionControl{201, 0}.raw(), u64{1} << 24})
        EXPECT_EQ(schedule(root, a, {unchanged, unchanged, unchanged, preemption}).state, 0u);
    u64 const preemption = PreemptionControl{200, 5000}.raw();
    EXPECT_NE(schedule(root, a, {unchanged, unchanged, unchanged, preemption}).state, 0u);
    EXPECT_EQ(a.allowance().sensitive_priority, 200u);
    EXPECT_EQ(a.allowance().delay_max_us, 5000u);
}

TEST_F(ApiSchedule, changes_nothing_when_a_parameter_is_wrong) {
    u64 const time = TimeControl{Time::milliseconds(1), Time::zero()}.raw();
    EXPECT_EQ(schedule(root, a, {time, 0, 256, PreemptionControl{9, 9}.raw()}).state, 0u);
    EXPECT_EQ(time_left(a).slice(), Time::milliseconds(10));
    EXPECT_EQ(a.allowance().sensitive_priority, 0u);
}

class ApiScheduleQuantum : public ApiSchedule {
protected:
    /// Lets a thread run until its quantum of two ticks is used up.
    void exhaust(Tcb& thread) {
        EXPECT_TRUE(set_time(thread, Time::milliseconds(5), Time::milliseconds(2)));
        machine.run(thread);
        tick();
        EXPECT_TRUE(thread.is_runnable());
        tick();
    }
};

TEST_F(ApiScheduleQuantum, is_told_to_the_scheduler_whose_answer_lets_the_thread_go_on) {
    machine.receive(root, ThreadId::any());
    machine.run(a);
    a.allowance().quantum_us = 1000;
    a.registers[0] = 77;
    tick();
    EXPECT_EQ(&current(), &root);
    EXPECT_EQ(root.partner, a.id().raw());
    EXPECT_EQ(root.registers[0], (MessageTag{PreemptionMessage::label, 2}.raw()));
    EXPECT_EQ(root.registers[1], machine.timer.now_us);
    EXPECT_FALSE(a.is_runnable());
    machine.send(root, a.id());
    EXPECT_TRUE(a.is_runnable());
    EXPECT_EQ(a.registers[0], 77u);
    machine.run(a);
    machine.receive(root, ThreadId::any());
    machine.run(a);
    tick(); // nobody has renewed it
    EXPECT_EQ(root.partner, a.id().raw());
}

TEST_F(ApiScheduleQuantum, that_is_renewed_lets_the_thread_go_on_without_an_answer) {
    exhaust(a);
    EXPECT_TRUE(a.is_sending()); // the scheduler does not wait
    EXPECT_TRUE(set_time(a, Time::milliseconds(5), Time::milliseconds(7)));
    EXPECT_TRUE(a.is_runnable());
    EXPECT_EQ(a.exchange(), Exchange::message);
    EXPECT_TRUE(root.senders().is_empty());
    EXPECT_EQ(time_left(a).quantum(), Time::milliseconds(7));
    machine.receive(root, ThreadId::any());
    EXPECT_TRUE(root.is_waiting()); // the message is gone
}

TEST_F(ApiScheduleQuantum, halts_who_has_no_scheduler_but_itself) {
    machine.calls.thread_control(root, a.id().raw(), root.id().raw(), a.id().raw(), 0, same_utcb);
    a.allowance().quantum_us = 1;
    machine.run(a);
    tick();
    EXPECT_EQ(a.hazards() & hazard_halted, u32(hazard_halted));
    EXPECT_NE(&current(), &a);
}

TEST_F(ApiScheduleQuantum, does_not_outlive_its_thread) {
    exhaust(a);
    EXPECT_EQ(machine.remove(a), 1u);
    Tcb& again = machine.add(9, root, 2);
    EXPECT_TRUE(time_left(again).quantum().is_never());
    EXPECT_EQ(time_left(again).slice(), Time::milliseconds(10));
}

/// A thread that wants its preemptions reported, and its handler.
class ApiPreemption : public ApiSchedule {
protected:
    ApiPreemption() {
        a.utcb()->exception_handler = b.id();
        a.set_preemption_flags(PreemptionFlag::signal_preemption);
        a.allowance().sensitive_priority = 200;
        a.registers[0] = 77;
    }
    /// The slice ends, and an equal takes the processor.
    void preempt() {
        machine.run(a);
        machine.scheduler.slice_is_over = true;
        tick();
        machine.scheduler.slice_is_over = false;
    }
};

TEST_F(ApiPreemption, is_told_to_a_handler_that_waits) {
    machine.receive(b, ThreadId::any());
    preempt();
    EXPECT_EQ(b.partner, a.id().raw());
    EXPECT_EQ(b.registers[0], (MessageTag{PreemptionMessage::label, 2}.raw()));
    EXPECT_EQ(b.registers[1], machine.timer.now_us);
    EXPECT_TRUE(a.is_runnable());
    EXPECT_EQ(a.exchange(), Exchange::message);
    EXPECT_EQ(a.registers[0], 77u);
}

TEST_F(ApiPreemption, is_not_told_to_a_handler_that_does_not_wait_or_exist) {
    preempt();
    EXPECT_TRUE(a.is_runnable());
    EXPECT_TRUE(b.senders().is_empty());
    a.utcb()->exception_handler = a.id();
    preempt();
    a.utcb()->exception_handler = id_of(40);
    preempt();
    EXPECT_TRUE(a.is_runnable());
    EXPECT_EQ(a.registers[0], 77u);
}

} // namespace
} // namespace flat::api

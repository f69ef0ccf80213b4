// SPDX-License-Identifier: BSD-2-Clause
// Schedule and ThreadSwitch: who may say how urgent a thread is, and who runs then.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;

constexpr u64 unchanged = ~u64{0};

class ApiSchedule : public ::testing::Test {
protected:
    u64 schedule(Tcb& caller, ThreadId thread, u64 priority) {
        machine.run(caller);
        return machine.calls.schedule(caller, thread.raw(), priority);
    }

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
    EXPECT_EQ(schedule(root, a.id(), unchanged), u64(waiting));
    EXPECT_EQ(schedule(root, b.id(), unchanged), u64(running));
    EXPECT_EQ(schedule(root, sending.id(), unchanged), u64(pending_send));
    EXPECT_EQ(schedule(root, idle.id(), unchanged), u64(inactive));
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

} // namespace
} // namespace flat::api

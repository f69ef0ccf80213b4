// SPDX-License-Identifier: BSD-2-Clause
// Tests of the cooperative scheduler.
#include <thread/cooperative.hpp>

#include <thread/testing.hpp>

#include <gtest/gtest.h>

namespace flat::thread {
namespace {

using testing::TestThread;

class ThreadCooperative : public ::testing::Test {
protected:
    Cooperative scheduler{{}, {}};
    TestThread a, b;
};

TEST_F(ThreadCooperative, nobody_is_next_when_nobody_is_ready) {
    EXPECT_EQ(scheduler.next(), nullptr);
}

TEST_F(ThreadCooperative, the_first_to_become_ready_is_next_and_stays_it) {
    scheduler.ready(a);
    scheduler.ready(b);
    scheduler.ready(a);
    EXPECT_EQ(scheduler.next(), &a);
    EXPECT_EQ(scheduler.next(), &a);
}

TEST_F(ThreadCooperative, a_thread_that_yields_goes_after_the_others) {
    scheduler.ready(a);
    scheduler.ready(b);
    scheduler.yield(a);
    EXPECT_EQ(scheduler.next(), &b);
}

TEST_F(ThreadCooperative, a_thread_that_runs_without_being_queued_is_queued_when_it_yields) {
    scheduler.yield(a);
    EXPECT_EQ(scheduler.next(), &a);
}

TEST_F(ThreadCooperative, blocked_threads_are_dropped_on_the_way_and_can_come_back) {
    scheduler.ready(a);
    scheduler.ready(b);
    a.block();
    EXPECT_EQ(scheduler.next(), &b);
    a.unblock();
    scheduler.ready(a);
    scheduler.remove(b);
    EXPECT_EQ(scheduler.next(), &a);
}

TEST_F(ThreadCooperative, removed_threads_are_forgotten_queued_or_not) {
    scheduler.ready(a);
    scheduler.remove(a);
    scheduler.remove(b);
    EXPECT_EQ(scheduler.next(), nullptr);
}

TEST_F(ThreadCooperative, time_never_takes_the_processor_from_a_thread) {
    scheduler.ready(a);
    scheduler.ready(b);
    for (int i = 0; i < 1000; ++i)
        EXPECT_FALSE(scheduler.tick(a));
    EXPECT_EQ(scheduler.next(), &a);
}

TEST_F(ThreadCooperative, nobody_preempts_a_runnable_thread) {
    b.set_priority(255);
    EXPECT_FALSE(scheduler.preempts(b, a));
    a.block();
    EXPECT_TRUE(scheduler.preempts(b, a));
}

} // namespace
} // namespace flat::thread

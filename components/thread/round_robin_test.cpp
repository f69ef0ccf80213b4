// SPDX-License-Identifier: BSD-2-Clause
// Tests of the round-robin scheduler.
#include <thread/round_robin.hpp>

#include <thread/testing.hpp>

#include <gtest/gtest.h>

namespace flat::thread {
namespace {

using testing::TestThread;

class ThreadRoundRobin : public ::testing::Test {
protected:
    RoundRobin scheduler{{}, {.slice = 3}};
    TestThread a, b, c;
};

TEST_F(ThreadRoundRobin, nobody_is_next_when_nobody_is_ready) {
    EXPECT_EQ(scheduler.next(), nullptr);
}

TEST_F(ThreadRoundRobin, the_first_to_become_ready_is_next_and_stays_it) {
    scheduler.ready(a);
    scheduler.ready(b);
    EXPECT_EQ(scheduler.next(), &a);
    EXPECT_EQ(scheduler.next(), &a);
}

TEST_F(ThreadRoundRobin, becoming_ready_twice_has_no_effect) {
    scheduler.ready(a);
    scheduler.ready(b);
    scheduler.ready(a);
    scheduler.remove(a);
    EXPECT_EQ(scheduler.next(), &b);
}

TEST_F(ThreadRoundRobin, a_thread_that_yields_goes_after_the_others) {
    scheduler.ready(a);
    scheduler.ready(b);
    scheduler.yield(a);
    EXPECT_EQ(scheduler.next(), &b);
    scheduler.yield(b);
    EXPECT_EQ(scheduler.next(), &a);
}

TEST_F(ThreadRoundRobin, a_thread_that_runs_without_being_queued_is_queued_when_it_yields) {
    scheduler.ready(a);
    scheduler.yield(b);
    scheduler.remove(a);
    EXPECT_EQ(scheduler.next(), &b);
}

TEST_F(ThreadRoundRobin, blocked_threads_are_dropped_on_the_way_and_can_come_back) {
    scheduler.ready(a);
    scheduler.ready(b);
    a.block();
    EXPECT_EQ(scheduler.next(), &b);
    a.unblock();
    EXPECT_EQ(scheduler.next(), &b);
    scheduler.ready(a);
    scheduler.yield(b);
    EXPECT_EQ(scheduler.next(), &a);
}

TEST_F(ThreadRoundRobin, removed_threads_are_forgotten_queued_or_not) {
    scheduler.ready(a);
    scheduler.remove(a);
    scheduler.remove(b);
    EXPECT_EQ(scheduler.next(), nullptr);
}

TEST_F(ThreadRoundRobin, a_slice_ends_after_its_ticks_and_the_next_thread_gets_a_whole_one) {
    scheduler.ready(a);
    scheduler.ready(b);
    EXPECT_FALSE(scheduler.tick(a));
    EXPECT_FALSE(scheduler.tick(a));
    EXPECT_TRUE(scheduler.tick(a));
    EXPECT_EQ(scheduler.next(), &b);
    EXPECT_FALSE(scheduler.tick(b));
    EXPECT_FALSE(scheduler.tick(b));
    EXPECT_TRUE(scheduler.tick(b));
    EXPECT_EQ(scheduler.next(), &a);
    EXPECT_FALSE(scheduler.tick(a));
}

TEST_F(ThreadRoundRobin, a_thread_that_is_alone_runs_on_after_its_slice) {
    for (int i = 0; i < 10; ++i)
        EXPECT_FALSE(scheduler.tick(a));
    EXPECT_EQ(scheduler.next(), &a);
}

TEST_F(ThreadRoundRobin, a_running_thread_that_is_not_queued_is_queued_when_its_slice_ends) {
    scheduler.ready(a);
    scheduler.tick(b);
    scheduler.tick(b);
    EXPECT_TRUE(scheduler.tick(b));
    EXPECT_EQ(scheduler.next(), &a);
    scheduler.remove(a);
    EXPECT_EQ(scheduler.next(), &b);
}

TEST_F(ThreadRoundRobin, nobody_preempts_a_runnable_thread_whatever_the_priority) {
    a.set_priority(255);
    EXPECT_FALSE(scheduler.preempts(a, b));
    b.block();
    EXPECT_TRUE(scheduler.preempts(a, b));
}

} // namespace
} // namespace flat::thread

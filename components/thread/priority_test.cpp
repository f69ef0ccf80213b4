// SPDX-License-Identifier: BSD-2-Clause
// Tests of the priority scheduler.
#include <thread/priority.hpp>

#include <thread/testing.hpp>

#include <gtest/gtest.h>

namespace flat::thread {
namespace {

using testing::TestThread;

class ThreadPriority : public ::testing::Test {
protected:
    Priority scheduler{{}, {.slice = 2}};
    TestThread low{10}, middle{100}, also_middle{100}, high{255}, lowest{0};
};

TEST_F(ThreadPriority, nobody_is_next_when_nobody_is_ready) {
    EXPECT_EQ(scheduler.next(), nullptr);
}

TEST_F(ThreadPriority, the_most_urgent_thread_is_next_in_whatever_order_they_became_ready) {
    for (TestThread* each : {&middle, &lowest, &high, &low})
        scheduler.ready(*each);
    for (TestThread* each : {&high, &middle, &low, &lowest}) {
        EXPECT_EQ(scheduler.next(), each);
        scheduler.remove(*each);
    }
    EXPECT_EQ(scheduler.next(), nullptr);
}

TEST_F(ThreadPriority, equals_are_served_in_turn) {
    scheduler.ready(middle);
    scheduler.ready(also_middle);
    scheduler.ready(low);
    EXPECT_EQ(scheduler.next(), &middle);
    scheduler.yield(middle);
    EXPECT_EQ(scheduler.next(), &also_middle);
    scheduler.yield(also_middle);
    EXPECT_EQ(scheduler.next(), &middle);
}

TEST_F(ThreadPriority, yielding_never_lets_less_urgent_threads_run) {
    scheduler.ready(high);
    scheduler.ready(low);
    scheduler.yield(high);
    EXPECT_EQ(scheduler.next(), &high);
}

TEST_F(ThreadPriority, blocked_threads_are_dropped_on_the_way_and_can_come_back) {
    scheduler.ready(high);
    scheduler.ready(low);
    high.block();
    EXPECT_EQ(scheduler.next(), &low);
    high.unblock();
    EXPECT_EQ(scheduler.next(), &low);
    scheduler.ready(high);
    EXPECT_EQ(scheduler.next(), &high);
}

TEST_F(ThreadPriority, a_slice_ends_after_its_ticks_among_equals_only) {
    scheduler.ready(middle);
    scheduler.ready(also_middle);
    EXPECT_FALSE(scheduler.tick(middle));
    EXPECT_TRUE(scheduler.tick(middle));
    EXPECT_EQ(scheduler.next(), &also_middle);
    scheduler.remove(also_middle);
    scheduler.ready(low);
    for (int i = 0; i < 10; ++i)
        EXPECT_FALSE(scheduler.tick(middle));
}

TEST_F(ThreadPriority,
       a_more_urgent_thread_is_found_at_the_next_tick_and_the_running_one_stays_ready) {
    scheduler.ready(high);
    EXPECT_TRUE(scheduler.tick(middle)); // it has run without being queued
    EXPECT_EQ(scheduler.next(), &high);
    scheduler.remove(high);
    EXPECT_EQ(scheduler.next(), &middle);
}

TEST_F(ThreadPriority, only_more_urgent_threads_preempt_a_runnable_one) {
    EXPECT_TRUE(scheduler.preempts(high, middle));
    EXPECT_FALSE(scheduler.preempts(also_middle, middle));
    EXPECT_FALSE(scheduler.preempts(low, middle));
    middle.block();
    EXPECT_TRUE(scheduler.preempts(low, middle));
}

TEST_F(ThreadPriority, a_priority_that_changes_while_queued_counts_when_queued_next) {
    scheduler.ready(low);
    scheduler.ready(middle);
    low.set_priority(200);
    EXPECT_EQ(scheduler.next(), &middle);
    scheduler.remove(low);
    scheduler.ready(low);
    EXPECT_EQ(scheduler.next(), &low);
    low.set_priority(1);
    scheduler.yield(low);
    EXPECT_EQ(scheduler.next(), &middle);
}

TEST(ThreadPriorityAll, each_of_256_priorities_has_its_place) {
    Priority scheduler({}, {});
    TestThread threads[256];
    for (u32 priority = 0; priority < 256; ++priority)
        threads[priority].set_priority(static_cast<u8>(priority));
    for (u32 i = 0; i < 256; ++i)
        scheduler.ready(threads[i * 89 % 256]); // in disorder, each once
    for (u32 priority = 256; priority-- > 0;) {
        ASSERT_EQ(scheduler.next(), &threads[priority]);
        threads[priority].block();
    }
    EXPECT_EQ(scheduler.next(), nullptr);
}

TEST_F(ThreadPriority, slices_can_have_a_length_of_their_own_and_the_usual_one_again) {
    scheduler.ready(also_middle);
    scheduler.set_slice(middle, 3);
    EXPECT_EQ(scheduler.ticks_left(middle), 3u);
    EXPECT_FALSE(scheduler.tick(middle));
    EXPECT_FALSE(scheduler.tick(middle));
    EXPECT_EQ(scheduler.ticks_left(middle), 1u);
    EXPECT_TRUE(scheduler.tick(middle));
    EXPECT_EQ(scheduler.ticks_left(middle), 3u);
    scheduler.set_slice(middle, scheduler.usual);
    EXPECT_EQ(scheduler.ticks_left(middle), 2u);
    EXPECT_EQ(scheduler.ticks_left(also_middle), 2u);
}

TEST_F(ThreadPriority, an_endless_slice_is_never_over) {
    scheduler.ready(also_middle);
    scheduler.set_slice(middle, static_cast<u32>(scheduler.endless));
    for (u32 i = 0; i < 100; ++i)
        EXPECT_FALSE(scheduler.tick(middle));
    EXPECT_EQ(scheduler.ticks_left(middle), static_cast<u32>(scheduler.endless));
}

} // namespace
} // namespace flat::thread

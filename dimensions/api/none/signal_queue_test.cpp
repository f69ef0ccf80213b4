// SPDX-License-Identifier: BSD-2-Clause
// Tests of the signals that wait for a program.
#include <machine/signal_queue.hpp>

#include <gtest/gtest.h>

namespace flat::machine {
namespace {

u64 take(SignalQueue& queue) {
    u64 const word = queue.front().words[0];
    queue.pop();
    return word;
}

TEST(SignalQueue, signals_come_in_the_order_in_which_they_were_sent) {
    SignalQueue queue;
    for (u64 round = 0; round < 30; round += 3) {
        for (u64 i = 0; i < 3; ++i)
            queue.push({16, {round + i}});
        for (u64 i = 0; i < 3; ++i)
            EXPECT_EQ(take(queue), round + i);
        EXPECT_TRUE(queue.is_empty());
    }
}

TEST(SignalQueue, what_comes_when_eight_wait_is_lost) {
    SignalQueue queue;
    for (u64 i = 0; i < 12; ++i)
        queue.push({16, {i}});
    for (u64 i = 0; i < SignalQueue::signals_max; ++i)
        EXPECT_EQ(take(queue), i);
    EXPECT_TRUE(queue.is_empty());
}

TEST(SignalQueue, one_that_was_sent_before_all_others_has_room_once) {
    SignalQueue queue;
    for (u64 i = 1; i <= SignalQueue::signals_max; ++i)
        queue.push({16, {i}});
    queue.push_front({16, {0}});
    for (u64 i = 0; i <= SignalQueue::signals_max; ++i)
        EXPECT_EQ(take(queue), i);
    EXPECT_TRUE(queue.is_empty());
}

TEST(SignalQueue, a_second_one_before_all_others_costs_the_last) {
    SignalQueue queue;
    for (u64 i = 2; i < 2 + SignalQueue::signals_max; ++i)
        queue.push({16, {i}});
    queue.push_front({16, {1}});
    queue.push_front({16, {0}});
    for (u64 i = 0; i <= SignalQueue::signals_max; ++i)
        EXPECT_EQ(take(queue), i);
    EXPECT_TRUE(queue.is_empty());
}

} // namespace
} // namespace flat::machine

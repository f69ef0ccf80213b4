// SPDX-License-Identifier: BSD-2-Clause
// Tests of the lists of waiters for words.
#include <unix/futex/futex_queue.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace flat::unix::futex {
namespace {

using Waiter = FutexQueue::Waiter;

constexpr FutexKey word = {1, 0x1000};
constexpr FutexKey other_word = {1, 0x2000};
constexpr u32 any = ~u32{0};

class UnixFutexQueue : public ::testing::Test {
protected:
    /// Wakes, and notes whom.
    u32 wake(FutexKey const& key, u32 count, u32 bits = any) {
        return queue.wake(key, count, bits, [this](Waiter& each) { woken.push_back(&each); });
    }

    FutexQueue queue;
    std::vector<Waiter*> woken;
    Waiter first{word, any};
    Waiter second{word, any};
    Waiter third{word, any};
};

TEST_F(UnixFutexQueue, wakes_the_earliest_first_and_no_more_than_wanted) {
    queue.add(first);
    queue.add(second);
    queue.add(third);
    EXPECT_EQ(wake(word, 2), 2u);
    EXPECT_EQ(woken, (std::vector<Waiter*>{&first, &second}));
    EXPECT_TRUE(first.is_woken);
    EXPECT_FALSE(third.is_woken);
    EXPECT_EQ(wake(word, 5), 1u);
    EXPECT_EQ(wake(word, 5), 0u);
}

TEST_F(UnixFutexQueue, words_of_others_are_other_words) {
    Waiter of_other_process{{2, word.offset}, any};
    queue.add(first);
    queue.add(of_other_process);
    EXPECT_EQ(wake({2, word.offset}, 5), 1u);
    EXPECT_EQ(woken, (std::vector<Waiter*>{&of_other_process}));
    EXPECT_TRUE(queue.remove(first));
}

TEST_F(UnixFutexQueue, wakes_those_who_wait_for_the_occasion) {
    Waiter reader{word, 1};
    Waiter writer{word, 2};
    queue.add(reader);
    queue.add(writer);
    EXPECT_EQ(wake(word, 5, 2), 1u);
    EXPECT_EQ(woken, (std::vector<Waiter*>{&writer}));
    EXPECT_TRUE(queue.remove(reader));
}

TEST_F(UnixFutexQueue, a_waiter_that_was_moved_is_woken_by_the_other_word_alone) {
    queue.add(first);
    queue.add(second);
    EXPECT_EQ(queue.move(word, 1, other_word), 1u);
    EXPECT_EQ(wake(word, 5), 1u);
    EXPECT_EQ(wake(other_word, 5), 1u);
    EXPECT_EQ(woken, (std::vector<Waiter*>{&second, &first}));
}

TEST_F(UnixFutexQueue, moving_to_the_same_word_moves_nobody) {
    queue.add(first);
    EXPECT_EQ(queue.move(word, 5, word), 0u);
    EXPECT_TRUE(queue.remove(first));
}

TEST_F(UnixFutexQueue, a_waiter_that_gave_up_is_woken_no_more) {
    queue.add(first);
    queue.add(second);
    EXPECT_TRUE(queue.remove(first));
    EXPECT_EQ(wake(word, 1), 1u);
    EXPECT_EQ(woken, (std::vector<Waiter*>{&second}));
    EXPECT_FALSE(queue.remove(second));
}

} // namespace
} // namespace flat::unix::futex

// SPDX-License-Identifier: BSD-2-Clause
// Tests of the lottery.
#include <thread/lottery.hpp>
#include <thread/tcb_facts.hpp>
#include <thread/testing.hpp>

#include <gtest/gtest.h>

#include <map>

namespace flat::thread {
namespace {

using testing::FakeObjects;
using testing::TestThread;

class LotteryTest : public ::testing::Test {
protected:
    FakeObjects objects;
    TcbFacts facts{{}, {}};
    Lottery lottery{{.facts = facts, .objects = objects}, {.slice = 3, .seed = 7}};
};

TEST_F(LotteryTest, has_nobody_to_run_at_first) {
    EXPECT_EQ(lottery.next(), nullptr);
}

TEST_F(LotteryTest, keeps_the_winner_until_the_slice_ends) {
    TestThread threads[3];
    for (TestThread& each : threads)
        lottery.ready(each);
    Tcb* const winner = lottery.next();
    EXPECT_EQ(lottery.next(), winner);
    EXPECT_FALSE(lottery.tick(*winner));
    EXPECT_FALSE(lottery.tick(*winner));
    EXPECT_EQ(lottery.next(), winner);
    EXPECT_EQ(lottery.tick(*winner), lottery.next() != winner);
}

TEST_F(LotteryTest, gives_shares_by_priority) {
    TestThread rare(9), frequent(29);
    lottery.ready(rare);
    lottery.ready(frequent);
    std::map<Tcb*, int> wins;
    constexpr int draws = 4000;
    for (int i = 0; i < draws; ++i) {
        Tcb* const winner = lottery.next();
        ++wins[winner];
        lottery.yield(*winner);
    }
    EXPECT_NEAR(wins[&rare], draws / 4, draws / 20);
    EXPECT_EQ(wins[&rare] + wins[&frequent], draws);
}

TEST_F(LotteryTest, drops_who_is_blocked_and_takes_it_back) {
    TestThread first, second;
    lottery.ready(first);
    lottery.ready(second);
    first.block();
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(lottery.next(), &second);
        lottery.yield(second);
    }
    second.block();
    EXPECT_EQ(lottery.next(), nullptr);
    first.unblock();
    EXPECT_EQ(lottery.next(), nullptr);
    lottery.ready(first);
    EXPECT_EQ(lottery.next(), &first);
}

TEST_F(LotteryTest, forgets_who_is_removed_the_winner_too) {
    TestThread first, second;
    lottery.ready(first);
    lottery.ready(second);
    Tcb* const winner = lottery.next();
    lottery.remove(*winner);
    lottery.remove(*winner);
    EXPECT_NE(lottery.next(), winner);
    EXPECT_NE(lottery.next(), nullptr);
}

TEST_F(LotteryTest, grows_with_the_threads_and_gives_its_memory_back) {
    {
        Lottery other{{.facts = facts, .objects = objects}, {}};
        TestThread threads[100];
        for (TestThread& thread : threads) {
            other.ready(thread);
            other.ready(thread);
        }
        for (TestThread& each : threads)
            other.remove(each);
        EXPECT_EQ(other.next(), nullptr);
        EXPECT_EQ(objects.count, 1);
    }
    EXPECT_EQ(objects.count, 0);
}

TEST_F(LotteryTest, preempts_only_who_does_not_run) {
    TestThread urgent(200), running(10);
    EXPECT_FALSE(lottery.preempts(urgent, running));
    running.block();
    EXPECT_TRUE(lottery.preempts(urgent, running));
}

} // namespace
} // namespace flat::thread

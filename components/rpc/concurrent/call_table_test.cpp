// SPDX-License-Identifier: BSD-2-Clause
// Tests of the calls that wait on a connection, and of who reads from it.
#include <rpc/concurrent/call_table.hpp>

#include <gtest/gtest.h>

namespace flat::rpc::concurrent {
namespace {

using Turn = CallTable::Turn;

class RpcCallTable : public ::testing::Test {
protected:
    RpcCallTable() {
        first.transaction = 7;
        second.transaction = 8;
        EXPECT_TRUE(table.restart());
        EXPECT_TRUE(table.add(first));
        EXPECT_TRUE(table.add(second));
    }

    CallTable table;
    WaitingCall first, second;
};

TEST_F(RpcCallTable, one_reads_and_leaves_its_place_to_the_one_whose_reply_it_is) {
    EXPECT_EQ(table.turn_of(first), Turn::read);
    EXPECT_EQ(table.turn_of(second), Turn::wait);
    EXPECT_TRUE(table.hand_over(8));
    EXPECT_EQ(table.turn_of(first), Turn::wait) << "the other one reads";
    EXPECT_EQ(table.turn_of(second), Turn::decode);
    table.leave();
    EXPECT_EQ(table.turn_of(first), Turn::read);
    EXPECT_TRUE(table.hand_over(7)) << "its own";
    EXPECT_EQ(table.turn_of(first), Turn::decode);
}

TEST_F(RpcCallTable, a_reply_comes_once_and_for_a_call_that_waits) {
    EXPECT_EQ(table.turn_of(first), Turn::read);
    EXPECT_FALSE(table.hand_over(9));
    EXPECT_TRUE(table.hand_over(7));
    EXPECT_EQ(table.turn_of(first), Turn::decode);
    table.leave();
    EXPECT_EQ(table.turn_of(second), Turn::read);
    EXPECT_FALSE(table.hand_over(7));
}

TEST_F(RpcCallTable, who_waits_no_longer_is_not_handed_anything_but_what_it_has_been) {
    EXPECT_TRUE(table.remove(first));
    EXPECT_FALSE(table.remove(first));
    EXPECT_EQ(table.turn_of(second), Turn::read);
    EXPECT_FALSE(table.hand_over(7));
    EXPECT_TRUE(table.hand_over(8));
    EXPECT_FALSE(table.remove(second)) << "it must read its reply";
    EXPECT_EQ(table.turn_of(second), Turn::decode);
}

TEST_F(RpcCallTable, with_the_connection_all_calls_are_lost) {
    EXPECT_EQ(table.turn_of(second), Turn::read);
    table.lose();
    EXPECT_TRUE(table.is_lost());
    EXPECT_EQ(table.turn_of(first), Turn::lost);
    EXPECT_EQ(table.turn_of(second), Turn::lost);
    WaitingCall late;
    EXPECT_FALSE(table.add(late));
    EXPECT_FALSE(table.restart()) << "somebody still reads";
    EXPECT_TRUE(table.is_ending());
    table.leave();
    EXPECT_FALSE(table.is_ending());
    EXPECT_TRUE(table.restart());
    EXPECT_TRUE(table.add(late));
    EXPECT_EQ(table.turn_of(first), Turn::lost);
    EXPECT_EQ(table.turn_of(late), Turn::read);
}

} // namespace
} // namespace flat::rpc::concurrent

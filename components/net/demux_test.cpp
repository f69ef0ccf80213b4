// SPDX-License-Identifier: BSD-2-Clause
// Tests of finding the uppers of a protocol.
#include <net/demux.hpp>

#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net {
namespace {

using testing::TestAllocator;
using testing::TestUpper;

class NetDemux : public ::testing::Test {
protected:
    TestAllocator allocator;
    Demux demux{allocator};
    TestUpper any, own, remote, exact;
};

TEST_F(NetDemux, the_most_exact_gets_it_in_whatever_order_they_came) {
    ASSERT_TRUE(demux.add(remote, {0, 9, 80, 0}).is_ok());
    ASSERT_TRUE(demux.add(any, {0, 0, 80, 0}).is_ok());
    ASSERT_TRUE(demux.add(exact, {1, 9, 80, 5000}).is_ok());
    ASSERT_TRUE(demux.add(own, {1, 0, 80, 0}).is_ok());
    EXPECT_EQ(demux.find({1, 9, 80, 5000}), &exact);
    EXPECT_EQ(demux.find({1, 9, 80, 5001}), &remote);
    EXPECT_EQ(demux.find({1, 8, 80, 5000}), &own);
    EXPECT_EQ(demux.find({2, 8, 80, 5000}), &any);
    EXPECT_EQ(demux.find({2, 8, 80 + 64, 5000}), nullptr);
}

TEST_F(NetDemux, the_same_participants_belong_to_one) {
    ASSERT_TRUE(demux.add(any, {0, 0, 80, 0}).is_ok());
    EXPECT_EQ(demux.add(own, {0, 0, 80, 0}).error().code, NetworkError::in_use);
    EXPECT_EQ(demux.find({1, 1, 80, 1}), &any);
    demux.remove({0, 0, 80, 0});
    demux.remove({0, 0, 80, 0});
    EXPECT_EQ(demux.find({1, 1, 80, 1}), nullptr);
    EXPECT_EQ(allocator.taken(), 0u);
}

TEST_F(NetDemux, a_free_port_is_one_that_nobody_has) {
    ASSERT_TRUE(demux.add(any, {7, 0, 49155, 0}).is_ok());
    EXPECT_EQ(demux.add_at_free_port(own, {0, 0, 0, 0}, 3).value(), 49156);
    EXPECT_EQ(demux.add_at_free_port(own, {0, 0, 0, 0}, 16383).value(), 65535);
    EXPECT_EQ(demux.add_at_free_port(own, {0, 0, 0, 0}, 16383).value(), 49152);
}

TEST_F(NetDemux, without_memory_or_ports_nothing_is_added) {
    allocator.left = 0;
    EXPECT_EQ(demux.add(any, {0, 0, 80, 0}).error().code, NetworkError::exhausted);
    EXPECT_EQ(demux.add_at_free_port(any, {}, 0).error().code, NetworkError::exhausted);
    allocator.left = ~usize(0);
    for (u32 i = 0; i < 16384; ++i)
        ASSERT_TRUE(demux.add_at_free_port(any, {}, i).is_ok());
    EXPECT_EQ(demux.add_at_free_port(any, {}, 5).error().code, NetworkError::in_use);
}

} // namespace
} // namespace flat::net

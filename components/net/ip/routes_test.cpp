// SPDX-License-Identifier: BSD-2-Clause
// Tests of where packets of IPv4 go.
#include <net/ip/routes.hpp>

#include <gtest/gtest.h>

namespace flat::net::ip {
namespace {

constexpr u32 first = 0x0a000001, second = 0x0a000003, third = 0x0a000005; // gateways

u32 next_hop(Routes& routes, u32 destination) {
    auto const hop = routes.find(destination);
    return hop ? hop->neighbour : 0;
}

TEST(NetIpRoutes, the_most_exact_is_taken_in_whichever_order_they_came) {
    Routes routes;
    ASSERT_TRUE(routes.add(0x14000000, 8, first, 0));
    ASSERT_TRUE(routes.add(0x14141400, 24, third, 0));
    ASSERT_TRUE(routes.add(0x14140000, 16, second, 0));
    ASSERT_TRUE(routes.add(0, 0, 0x0a000007, 0));
    EXPECT_EQ(next_hop(routes, 0x14010101), first);
    EXPECT_EQ(next_hop(routes, 0x14140101), second);
    EXPECT_EQ(next_hop(routes, 0x14141401), third);
    EXPECT_EQ(next_hop(routes, 0x15000001), 0x0a000007u);
}

TEST(NetIpRoutes, one_of_the_same_length_stands_beside_those_to_other_addresses) {
    Routes routes;
    ASSERT_TRUE(routes.add(0x14000000, 8, first, 0));
    ASSERT_TRUE(routes.add(0x15000000, 8, second, 0));
    EXPECT_EQ(next_hop(routes, 0x14010101), first);
    EXPECT_EQ(next_hop(routes, 0x15010101), second);
    EXPECT_EQ(next_hop(routes, 0x16010101), 0u);
}

TEST(NetIpRoutes, a_later_one_to_the_same_addresses_waits_until_the_earlier_is_doubted) {
    Routes routes;
    ASSERT_TRUE(routes.add(0x14000000, 8, first, 0));
    ASSERT_TRUE(routes.add(0x14000000, 8, second, 0)); // as by `ip route append`
    EXPECT_EQ(next_hop(routes, 0x14010101), first);
    ASSERT_TRUE(routes.doubt(0x14010101));
    EXPECT_EQ(next_hop(routes, 0x14010101), second);
    ASSERT_TRUE(routes.doubt(0x14010101));
    EXPECT_EQ(next_hop(routes, 0x14010101), first);
}

} // namespace
} // namespace flat::net::ip

// SPDX-License-Identifier: BSD-2-Clause
// Tests of which addresses are remembered, and for how long.
#include <net/dns/address_cache.hpp>

#include <net/dns/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::dns {
namespace {

using namespace testing;

class NetDnsAddressCache : public ::testing::Test {
protected:
    u32 find(char const* name, u64 now) { return cache.find(name_of(name), now).value_or(0); }

    AddressCache::Entry entries[2];
    AddressCache cache{Span(entries)};
};

TEST_F(NetDnsAddressCache, knows_a_name_until_its_time_is_up) {
    EXPECT_EQ(find("a", 0), 0u);
    cache.add(name_of("a"), 1, 100);
    EXPECT_EQ(find("A", 99), 1u);
    EXPECT_EQ(find("a", 100), 0u);
    EXPECT_EQ(find("b", 99), 0u);
}

TEST_F(NetDnsAddressCache, has_a_name_once) {
    cache.add(name_of("a"), 1, 100);
    cache.add(name_of("b"), 2, 100);
    cache.add(name_of("a"), 3, 50);
    EXPECT_EQ(find("a", 0), 3u);
    EXPECT_EQ(find("b", 0), 2u);
    EXPECT_EQ(find("a", 60), 0u);
}

TEST_F(NetDnsAddressCache, makes_room_by_what_ends_first) {
    cache.add(name_of("a"), 1, 200);
    cache.add(name_of("b"), 2, 100);
    cache.add(name_of("c"), 3, 300);
    EXPECT_EQ(find("a", 0), 1u);
    EXPECT_EQ(find("b", 0), 0u);
    EXPECT_EQ(find("c", 0), 3u);
}

} // namespace
} // namespace flat::net::dns

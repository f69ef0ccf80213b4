// SPDX-License-Identifier: BSD-2-Clause
// Tests of what a bridge knows of hosts.
#include <router/address_table.hpp>

#include <gtest/gtest.h>

namespace flat::router {
namespace {

TEST(RouterAddressTable, an_address_is_where_it_was_seen_last) {
    AddressTable table;
    EXPECT_FALSE(table.find(0x525400123456).has_value());
    table.learn(0x525400123456, 1);
    EXPECT_EQ(table.find(0x525400123456).value(), 1u);
    table.learn(0x525400123456, 3);
    EXPECT_EQ(table.find(0x525400123456).value(), 3u);
    EXPECT_FALSE(table.find(0x525400123457).has_value());
}

TEST(RouterAddressTable, the_first_and_last_address_are_addresses) {
    AddressTable table;
    EXPECT_FALSE(table.find(0).has_value());
    EXPECT_FALSE(table.find(0xffff'ffff'ffff).has_value());
    table.learn(0, 1);
    table.learn(0xffff'ffff'ffff, 2);
    EXPECT_EQ(table.find(0).value(), 1u);
    EXPECT_EQ(table.find(0xffff'ffff'ffff).value(), 2u);
}

TEST(RouterAddressTable, in_a_full_set_the_address_learned_first_makes_room) {
    AddressTable table;
    for (u64 address = 0; address < 100'000; ++address)
        table.learn(address, address % 16);
    u32 known = 0;
    for (u64 address = 0; address < 100'000; ++address) {
        auto const port = table.find(address);
        if (!port) continue;
        EXPECT_EQ(*port, address % 16);
        ++known;
    }
    EXPECT_EQ(known, AddressTable::sets * AddressTable::ways);
    for (u64 address = 100'000 - 256; address < 100'000; ++address)
        EXPECT_TRUE(table.find(address).has_value()) << address;
}

} // namespace
} // namespace flat::router

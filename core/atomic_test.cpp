// SPDX-License-Identifier: BSD-2-Clause
// Tests of atomic variables.
#include <core/atomic.hpp>

#include <gtest/gtest.h>

namespace flat {
namespace {

TEST(CoreAtomic, operations_return_the_value_before) {
    Atomic<u32> number = 6;
    EXPECT_EQ(number.exchange(10), 6u);
    EXPECT_EQ(number.fetch_add(5), 10u);
    EXPECT_EQ(number.fetch_subtract(3), 15u);
    EXPECT_EQ(number.fetch_or(3), 12u);
    EXPECT_EQ(number.fetch_and(9), 15u);
    EXPECT_EQ(number.load(), 9u);
    number.store(1, MemoryOrder::release);
    EXPECT_EQ(number.load(MemoryOrder::acquire), 1u);
}

TEST(CoreAtomic, compare_exchange_stores_only_where_the_expected_value_is_found) {
    Atomic<bool> flag = false;
    bool expected = true;
    EXPECT_FALSE(flag.compare_exchange(expected, true));
    EXPECT_FALSE(expected); // tells what was found
    EXPECT_TRUE(flag.compare_exchange(expected, true));
    EXPECT_TRUE(flag.load());
}

} // namespace
} // namespace flat

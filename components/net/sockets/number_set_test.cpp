// SPDX-License-Identifier: BSD-2-Clause
// Tests of sets of numbers.
#include <net/sockets/number_set.hpp>

#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::sockets {
namespace {

using testing::TestAllocator;

TEST(NetNumberSet, an_empty_set_has_no_next_number) {
    TestAllocator allocator;
    NumberSet const set(allocator, 200);
    EXPECT_FALSE(set.next(0));
    EXPECT_FALSE(set.next(199));
    EXPECT_FALSE(set.next(200));
}

TEST(NetNumberSet, the_next_number_is_found_in_whichever_word_it_is) {
    TestAllocator allocator;
    NumberSet set(allocator, 200);
    for (u32 const number : {0u, 63u, 64u, 199u})
        set.add(number);
    EXPECT_EQ(*set.next(0), 0u);
    EXPECT_EQ(*set.next(1), 63u);
    EXPECT_EQ(*set.next(64), 64u);
    EXPECT_EQ(*set.next(65), 199u);
    EXPECT_EQ(*set.next(199), 199u);
}

TEST(NetNumberSet, what_was_removed_is_not_found) {
    TestAllocator allocator;
    NumberSet set(allocator, 64);
    set.add(5);
    set.add(5);
    set.add(9);
    set.remove(5);
    set.remove(7);
    EXPECT_EQ(*set.next(0), 9u);
}

} // namespace
} // namespace flat::net::sockets

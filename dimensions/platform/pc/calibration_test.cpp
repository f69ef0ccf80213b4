// SPDX-License-Identifier: BSD-2-Clause
// Tests of measuring an interval that nothing disturbs.
#include "calibration.hpp"

#include <gtest/gtest.h>

namespace flat::platform {
namespace {

/// Intervals that were made longer by so many time stamps, one after the other.
struct Disturbed {
    u64 const* by;
    u32 measured = 0;

    Interval operator()() {
        u64 const length = 1000 + by[measured++];
        return {length, length / 2, length + 1};
    }
};

TEST(Undisturbed, ends_with_two_that_agree) {
    u64 const by[] = {3, 0};
    Disturbed measure{by};
    EXPECT_EQ(undisturbed(measure).time_stamps, 1000u);
    EXPECT_EQ(measure.measured, 2u);
}

TEST(Undisturbed, takes_none_that_was_held_up) {
    u64 const by[] = {50'000, 300, 50'000, 2, 700'000, 4};
    Disturbed measure{by};
    Interval const found = undisturbed(measure);
    EXPECT_EQ(found.time_stamps, 1002u);
    EXPECT_EQ(found.ticks, 501u);
    EXPECT_EQ(measure.measured, 6u);
}

TEST(Undisturbed, ends_with_the_shortest_where_none_agree) {
    u64 by[16];
    for (u32 i = 0; i < 16; ++i)
        by[i] = (16 - i) * 1000;
    Disturbed measure{by};
    EXPECT_EQ(undisturbed(measure).time_stamps, 2000u);
    EXPECT_EQ(measure.measured, 16u);
}

} // namespace
} // namespace flat::platform

// SPDX-License-Identifier: BSD-2-Clause
// Tests of conversions between ticks and nanoseconds.
#include "rate.hpp"

#include <gtest/gtest.h>

#include "interval_timer.hpp"

namespace flat::platform {
namespace {

TEST(Rate, of_one_tick_a_nanosecond_changes_nothing) {
    Rate const rate(2'000'000, 2'000'000);
    EXPECT_EQ(rate.ns_from(~0ull), ~0ull);
    EXPECT_EQ(rate.ticks_from(123), 123u);
}

TEST(Rate, converts_both_ways) {
    Rate const rate(6'000'000, 2'000'000); // 3 GHz
    EXPECT_NEAR(static_cast<double>(rate.ns_from(3'000'000'000)), 1e9, 1);
    EXPECT_EQ(rate.ticks_from(1'000'000'000), 3'000'000'000u);
}

TEST(Rate, is_exact_to_a_second_in_a_year) {
    Rate const rate(4'711'000, 2'000'000);
    u64 const year_ticks = 4'711'000ull * 500 * 3600 * 24 * 365;
    double const year_ns = 1e9 * 3600 * 24 * 365;
    EXPECT_NEAR(static_cast<double>(rate.ns_from(year_ticks)), year_ns, 1e9);
}

TEST(IntervalTimer, counts_two_milliseconds_in_2386_ticks) {
    EXPECT_EQ(IntervalTimer::hertz / 500, 2386u);
    EXPECT_EQ(IntervalTimer::ns_of(2386), 1'999'694u);
}

} // namespace
} // namespace flat::platform

// SPDX-License-Identifier: BSD-2-Clause
// Timeouts: periods, points on the clock, never.
#include <l4/abi/time.hpp>

#include <gtest/gtest.h>

namespace l4 {
namespace {

Time period(u32 mantissa, u32 exponent) {
    return Time{static_cast<u16>(exponent << 10 | mantissa)};
}

Time point(u32 mantissa, u32 exponent, u32 parity) {
    return Time{static_cast<u16>(1 << 15 | exponent << 11 | parity << 10 | mantissa)};
}

TEST(Time, is_never_when_all_bits_are_clear) {
    EXPECT_TRUE(Time{0}.is_never());
    EXPECT_FALSE(period(0, 1).is_never());
}

TEST(Time, is_zero_when_the_mantissa_of_a_period_is_zero) {
    EXPECT_EQ(period(0, 1).delay_us(12345), 0u);
}

TEST(Time, of_a_period_does_not_depend_on_the_clock) {
    EXPECT_EQ(period(1000, 0).delay_us(0), 1000u);
    EXPECT_EQ(period(1000, 0).delay_us(987654321), 1000u);
    EXPECT_EQ(period(1023, 31).delay_us(0), u64{1023} << 31);
}

TEST(Time, of_a_point_ahead_is_the_distance_to_it) {
    EXPECT_EQ(point(500, 0, 0).delay_us(100), 400u);
    EXPECT_EQ(point(0, 0, 1).delay_us(1000), 24u);
    EXPECT_EQ(point(3, 4, 0).delay_us(0), 48u);
}

TEST(Time, of_a_point_in_the_upper_half_of_the_clock_is_found_by_its_parity) {
    u64 const now_us = (u64{7} << 10) + 10;
    EXPECT_EQ(point(20, 0, 1).delay_us(now_us), 10u);
    EXPECT_EQ(point(20, 0, 0).delay_us(now_us), 1024u + 10u);
}

TEST(Time, of_a_passed_point_is_zero) {
    EXPECT_EQ(point(10, 0, 0).delay_us(100), 0u);
}

TEST(Timeouts, hold_the_receive_timeout_below_the_send_timeout) {
    Timeouts const both{u64{0x0400} << 16 | 1000};
    EXPECT_EQ(both.send().delay_us(0), 0u);
    EXPECT_EQ(both.receive().delay_us(0), 1000u);
}

} // namespace
} // namespace l4

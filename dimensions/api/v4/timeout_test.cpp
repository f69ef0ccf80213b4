// SPDX-License-Identifier: BSD-2-Clause
// Timeouts: periods, points on the clock, never.
#include <api/timeout.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

Timeout period(u32 mantissa, u32 exponent) {
    return Timeout{static_cast<u16>(exponent << 10 | mantissa)};
}

Timeout point(u32 mantissa, u32 exponent, u32 parity) {
    return Timeout{static_cast<u16>(1 << 15 | exponent << 11 | parity << 10 | mantissa)};
}

TEST(Timeout, IsNeverWhenAllBitsAreClear) {
    EXPECT_TRUE(Timeout{0}.is_never());
    EXPECT_FALSE(period(0, 1).is_never());
}

TEST(Timeout, IsZeroWhenTheMantissaOfAPeriodIsZero) {
    EXPECT_EQ(period(0, 1).delay_us(12345), 0u);
}

TEST(Timeout, OfAPeriodDoesNotDependOnTheClock) {
    EXPECT_EQ(period(1000, 0).delay_us(0), 1000u);
    EXPECT_EQ(period(1000, 0).delay_us(987654321), 1000u);
    EXPECT_EQ(period(1023, 31).delay_us(0), u64{1023} << 31);
}

TEST(Timeout, OfAPointAheadIsTheDistanceToIt) {
    EXPECT_EQ(point(500, 0, 0).delay_us(100), 400u);
    EXPECT_EQ(point(0, 0, 1).delay_us(1000), 24u);
    EXPECT_EQ(point(3, 4, 0).delay_us(0), 48u);
}

TEST(Timeout, OfAPointInTheUpperHalfOfTheClockIsFoundByItsParity) {
    u64 const now_us = (u64{7} << 10) + 10;
    EXPECT_EQ(point(20, 0, 1).delay_us(now_us), 10u);
    EXPECT_EQ(point(20, 0, 0).delay_us(now_us), 1024u + 10u);
}

TEST(Timeout, OfAPassedPointIsZero) {
    EXPECT_EQ(point(10, 0, 0).delay_us(100), 0u);
}

TEST(Timeouts, HoldTheReceiveTimeoutBelowTheSendTimeout) {
    Timeouts const both{u64{0x0400} << 16 | 1000};
    EXPECT_EQ(both.send().delay_us(0), 0u);
    EXPECT_EQ(both.receive().delay_us(0), 1000u);
}

} // namespace
} // namespace flat::api

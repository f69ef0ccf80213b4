// SPDX-License-Identifier: BSD-2-Clause
#include "real_time_registers.hpp"

#include <gtest/gtest.h>

namespace flat::platform {
namespace {

constexpr i64 then = 1'795'564'799; // 2026-11-24 23:59:59

TEST(RealTimeRegisters, are_decimal_digits_unless_they_say_otherwise) {
    RealTimeRegisters registers{0x59, 0x59, 0x23, 0x24, 0x11, 0x26, 2};
    EXPECT_EQ(registers.seconds(), then);
    registers = {59, 59, 23, 24, 11, 26, 6};
    EXPECT_EQ(registers.seconds(), then);
}

TEST(RealTimeRegisters, may_count_twelve_hours_twice) {
    RealTimeRegisters registers{0x59, 0x59, 0x91, 0x24, 0x11, 0x26, 0};
    EXPECT_EQ(registers.seconds(), then);
    registers.hour = 0x11;
    EXPECT_EQ(registers.seconds(), then - 12 * 3600);
    registers.hour = 0x12; // midnight
    EXPECT_EQ(registers.seconds(), then - 23 * 3600);
    registers.hour = 0x92; // noon
    EXPECT_EQ(registers.seconds(), then - 11 * 3600);
}

TEST(RealTimeRegisters, have_years_of_two_centuries) {
    EXPECT_EQ((RealTimeRegisters{0, 0, 0, 1, 1, 70, 6}.seconds()), 0);
    EXPECT_EQ((RealTimeRegisters{0, 0, 0, 1, 1, 0, 6}.seconds()), 946'684'800);
}

} // namespace
} // namespace flat::platform

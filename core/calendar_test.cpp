// SPDX-License-Identifier: BSD-2-Clause
#include <core/calendar.hpp>

#include <gtest/gtest.h>

using namespace flat;

TEST(Calendar, has_leap_years_but_for_most_centuries) {
    EXPECT_EQ(days_since_1970(1970, 1, 1), 0);
    EXPECT_EQ(days_since_1970(1969, 12, 31), -1);
    EXPECT_EQ(days_since_1970(2000, 3, 1) - days_since_1970(2000, 2, 28), 2);
    EXPECT_EQ(days_since_1970(2100, 3, 1) - days_since_1970(2100, 2, 28), 1);
    EXPECT_EQ(days_since_1970(2024, 3, 1) - days_since_1970(2024, 2, 28), 2);
    EXPECT_EQ(days_since_1970(2026, 11, 25), 20'782);
}

TEST(Calendar, has_a_day_after_each_day) {
    constexpr i64 days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    i64 expected = days_since_1970(2023, 1, 1);
    for (i64 month = 1; month <= 12; ++month)
        for (i64 day = 1; day <= days[month - 1]; ++day)
            EXPECT_EQ(days_since_1970(2023, month, day), expected++);
    EXPECT_EQ(days_since_1970(2024, 1, 1), expected);
}

// SPDX-License-Identifier: BSD-2-Clause
// Days of the Gregorian calendar.
#pragma once

#include <core/types.hpp>

namespace flat {

/// Days from 1 January 1970 to a day, from year 0 on; months and days count from 1. Years begin
/// with March here, so that the day that is inserted is the last one (H. Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`). What is no day gives some
/// number.
constexpr i64 days_since_1970(i64 year, i64 month, i64 day) {
    i64 const years = month > 2 ? year : year - 1;
    i64 const days_before_month = (153 * ((month + 9) % 12) + 2) / 5;
    i64 const leap_days = years / 4 - years / 100 + years / 400;
    return years * 365 + leap_days + days_before_month + day - 1 - 719'468;
}

} // namespace flat

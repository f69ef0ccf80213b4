// SPDX-License-Identifier: BSD-2-Clause
// Times as entries of FAT have them.
#include <fs/fat/moment.hpp>

#include <core/calendar.hpp>
#include <core/utility.hpp>

namespace flat::fs::fat {

namespace {

constexpr i64 ns_per_s = 1'000'000'000;
constexpr i64 s_per_day = 86'400;
constexpr i64 first_year = 1980;
constexpr i64 last_year = 2107;

constexpr i64 first_second = days_since_1970(first_year, 1, 1) * s_per_day;
constexpr i64 last_second = days_since_1970(last_year + 1, 1, 1) * s_per_day - 1;

u16 date_of(i64 days) {
    i64 const from_march = days + 719'468;
    i64 const era = from_march / 146'097;
    i64 const day_of_era = from_march % 146'097;
    i64 const year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
    i64 const day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    i64 const month_from_march = (5 * day_of_year + 2) / 153;
    i64 const day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    i64 const month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
    i64 const year = era * 400 + year_of_era + (month <= 2 ? 1 : 0);
    return static_cast<u16>((year - first_year) << 9 | month << 5 | day);
}

} // namespace

Moment Moment::of(i64 ns) {
    i64 const whole = ns / ns_per_s - (ns % ns_per_s < 0 ? 1 : 0);
    i64 const seconds = min(max(whole, first_second), last_second);
    i64 const of_day = seconds % s_per_day;
    return {date_of(seconds / s_per_day),
            static_cast<u16>(of_day / 3600 << 11 | of_day / 60 % 60 << 5 | of_day % 60 / 2)};
}

i64 Moment::ns() const {
    i64 const month = date >> 5 & 0xf;
    i64 const day = date & 0x1f;
    bool const is_date = month >= 1 && month <= 12 && day >= 1;
    i64 const days = is_date ? days_since_1970(first_year + (date >> 9), month, day)
                             : days_since_1970(1980, 1, 1);
    i64 const seconds = (time >> 11) * 3600 + (time >> 5 & 0x3f) * 60 + (time & 0x1f) * 2;
    return (days * s_per_day + min<i64>(seconds, s_per_day - 2)) * ns_per_s;
}

} // namespace flat::fs::fat

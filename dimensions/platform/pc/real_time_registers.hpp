// SPDX-License-Identifier: BSD-2-Clause
// The registers of a PC's real-time clock, and what time they say.
#pragma once

#include <core/calendar.hpp>

namespace flat::platform {

/// What the clock's registers hold at one moment (Motorola MC146818A).
struct RealTimeRegisters {
    u8 second = 0;
    u8 minute = 0;
    u8 hour = 0;
    u8 day = 1;
    u8 month = 1;
    u8 year = 0; // of the century
    u8 form = 0; // register B: which of the following hold

    static constexpr u8 is_binary = 4;    // no two decimal digits
    static constexpr u8 has_24_hours = 2; // else bit 7 of the hour is set after noon

    bool operator==(RealTimeRegisters const&) const = default;

    /// Seconds since 1970, if the year is one from 1970 to 2069. What is no time gives some number.
    constexpr i64 seconds() const {
        i64 const years = number(year);
        i64 const days =
            days_since_1970(years < 70 ? 2000 + years : 1900 + years, number(month), number(day));
        return ((days * 24 + hours()) * 60 + number(minute)) * 60 + number(second);
    }

private:
    constexpr i64 number(u8 value) const {
        return (form & is_binary) != 0 ? value : (value >> 4) * 10 + (value & 15);
    }

    constexpr i64 hours() const {
        if ((form & has_24_hours) != 0) return number(hour);
        i64 const of_half = number(hour & 0x7f) % 12;
        return (hour & 0x80) != 0 ? of_half + 12 : of_half;
    }
};

} // namespace flat::platform

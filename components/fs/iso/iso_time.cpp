// SPDX-License-Identifier: BSD-2-Clause
// Times as discs have them.
#include <fs/iso/iso_time.hpp>

#include <core/calendar.hpp>
#include <core/utility.hpp>

namespace flat::fs::iso {

namespace {

constexpr i64 second_ns = 1'000'000'000;
constexpr i64 seconds_max = 9'200'000'000; // from 1970 on and back: what nanoseconds can count

struct Moment {
    i64 year;
    i64 month;
    i64 day;
    i64 hour;
    i64 minute;
    i64 second;
    i64 quarters_ahead;
};

i64 seconds_of(Moment const& at) {
    i64 const days = days_since_1970(at.year, at.month, at.day);
    i64 const minutes = (days * 24 + at.hour) * 60 + at.minute - at.quarters_ahead * 15;
    return max(-seconds_max, min(seconds_max, minutes * 60 + at.second));
}

i64 quarters_in(u8 byte) {
    return static_cast<i8>(byte);
}

i64 digits(Span<u8 const> text) {
    i64 number = 0;
    for (u8 const each : text)
        number = number * 10 + (each - '0') % 10;
    return number;
}

} // namespace

i64 short_time_ns(Span<u8 const> time) {
    return second_ns * seconds_of({1900 + time[0], time[1], time[2], time[3], time[4], time[5],
                                   quarters_in(time[6])});
}

i64 long_time_ns(Span<u8 const> time) {
    Moment const at{digits(time.part(0, 4)), digits(time.part(4, 2)),  digits(time.part(6, 2)),
                    digits(time.part(8, 2)), digits(time.part(10, 2)), digits(time.part(12, 2)),
                    quarters_in(time[16])};
    return second_ns * seconds_of(at) + second_ns / 100 * digits(time.part(14, 2));
}

} // namespace flat::fs::iso

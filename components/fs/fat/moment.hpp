// SPDX-License-Identifier: BSD-2-Clause
// Times as entries of FAT have them.
#pragma once

#include <core/types.hpp>

namespace flat::fs::fat {

/// A day and a time of it, as fine as two seconds, from 1980 to 2107. Zones are not told: what is
/// stored is taken for UTC.
struct Moment {
    u16 date = 0; // years since 1980, months from 1, days from 1: 7, 4, 5 bits
    u16 time = 0; // hours, minutes, pairs of seconds: 5, 6, 5 bits

    /// What is nearest before, or the first or the last that there is.
    static Moment of(i64 ns);

    /// In nanoseconds since 1970. What is no date is the first that there is.
    i64 ns() const;
};

} // namespace flat::fs::fat

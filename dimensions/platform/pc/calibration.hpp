// SPDX-License-Identifier: BSD-2-Clause
// How long an interval of known length takes by other counters, measured until nothing disturbs it.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat::platform {

/// What two counters counted in one interval.
struct Interval {
    u64 time_stamps;
    u64 ticks;
    u64 longest_time_stamps; ///< it took no longer than that, what came before its begin included
};

/// The shortest of several intervals. Somebody who takes the processor away (a busy host below a
/// virtual machine, firmware) makes an interval longer, never shorter, and seldom two by the same
/// time: `measure`, which returns an Interval, is called until one agrees with the shortest by 1 in
/// 128, but at most 16 times.
template<typename Measure>
constexpr Interval undisturbed(Measure&& measure) {
    constexpr u32 intervals_max = 16;
    Interval shortest = measure();
    for (u32 i = 1; i < intervals_max; ++i) {
        Interval const next = measure();
        u64 const length = next.longest_time_stamps;
        u64 const least = shortest.longest_time_stamps;
        if (length < least) shortest = next;
        if (max(length, least) - min(length, least) <= min(length, least) / 128) break;
    }
    return shortest;
}

} // namespace flat::platform

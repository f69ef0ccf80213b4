// SPDX-License-Identifier: BSD-2-Clause
// The 8254 interval timer, whose rate is known: other timers are calibrated by it.
#pragma once

#include <core/types.hpp>

namespace flat::platform {

/// Its channel 2, which counts down without an end.
class IntervalTimer {
public:
    /// The rate of every PC since the first.
    static constexpr u64 hertz = 1'193'182;

    /// Begins to count down from 65 535.
    static void start();

    /// Where it is, modulo 65 536.
    static u16 count();

    /// How long a count takes.
    static constexpr u64 ns_of(u64 count) { return count * 1'000'000'000ull / hertz; }
};

} // namespace flat::platform

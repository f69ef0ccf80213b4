// SPDX-License-Identifier: BSD-2-Clause
// The 8254 interval timer, whose rate is known: other timers are calibrated by it.
#pragma once

#include <core/types.hpp>

namespace flat::platform {

/// Counts its channel 2 down once. Interrupts should be disabled.
class IntervalTimer {
public:
    /// The rate of every PC since the first.
    static constexpr u64 hertz = 1'193'182;

    /// Begins to count down from `count`.
    static void start(u16 count);

    /// Waits busily until the count has reached 0.
    static void wait();

    /// How long a count takes.
    static constexpr u64 ns_of(u16 count) { return count * 1'000'000'000ull / hertz; }
};

} // namespace flat::platform

// SPDX-License-Identifier: BSD-2-Clause
// The time of the world, by the battery-backed clock and the timer.
#pragma once

#include <platform/real_time_clock.flat.hpp>

namespace flat::platform {

/// Reads the clock once, at the start, to the second; from there on the timer counts.
class RealTimeClock : public RealTimeClockComponent {
public:
    RealTimeClock(Ports const& ports, Attributes const& attributes);

    i64 now_ns() override { return began_ns_ + static_cast<i64>(timer->now_ns()); }

private:
    i64 began_ns_; // what the time was when the timer began
};

} // namespace flat::platform

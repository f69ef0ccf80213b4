// SPDX-License-Identifier: BSD-2-Clause
// The time of the world, as the host knows it.
#pragma once

#include <platform/real_time_clock.flat.hpp>

namespace flat::platform {

/// Asks the host each time.
class RealTimeClock : public RealTimeClockComponent {
public:
    using RealTimeClockComponent::RealTimeClockComponent;

    i64 now_ns() override;
};

} // namespace flat::platform

// SPDX-License-Identifier: BSD-2-Clause
// The time of the world, as the host knows it.
#include <platform/real_time_clock.hpp>

#include <time.h>

namespace flat::platform {

i64 RealTimeClock::now_ns() {
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return i64{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

} // namespace flat::platform

// SPDX-License-Identifier: BSD-2-Clause
// What programs are told of what others have used (getrusage(2)).
#pragma once

#include <unix/cpu_times.hpp>

namespace flat::unix {

/// struct rusage, of which the times are known.
struct ResourceUsage {
    explicit ResourceUsage(CpuTimes const& times)
        : user_seconds(times.user_us / 1'000'000), user_us(times.user_us % 1'000'000),
          system_seconds(times.system_us / 1'000'000), system_us(times.system_us % 1'000'000) {}

    u64 user_seconds;
    u64 user_us;
    u64 system_seconds;
    u64 system_us;
    u64 others[14] = {};
};
static_assert(sizeof(ResourceUsage) == 144);

} // namespace flat::unix

// SPDX-License-Identifier: BSD-2-Clause
// The processor's clock.
#pragma once

#include <core/types.hpp>

namespace flat::domain {

/// The time-stamp counter of the host's processor, which runs at a constant rate.
inline u64 ticks() {
    u32 low = 0;
    u32 high = 0;
    asm volatile("rdtsc" : "=a"(low), "=d"(high));
    return u64{high} << 32 | low;
}

} // namespace flat::domain

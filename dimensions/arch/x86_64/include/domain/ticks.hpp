// SPDX-License-Identifier: BSD-2-Clause
// The processor's clock.
#pragma once

#include <core/types.hpp>

namespace flat::domain {

/// The time-stamp counter: it runs at a constant rate, and in QEMU as our platform `pc` starts it
/// (`-icount shift=0`) it counts instructions.
inline u64 ticks() {
    u32 low = 0;
    u32 high = 0;
    asm volatile("rdtsc" : "=a"(low), "=d"(high));
    return u64{high} << 32 | low;
}

} // namespace flat::domain

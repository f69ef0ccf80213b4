// SPDX-License-Identifier: BSD-2-Clause
// How long threads have run.
#pragma once

#include <core/types.hpp>

namespace flat::unix {

/// In microseconds, by the ticks that found them running: in user mode, and in the kernel for it.
struct CpuTimes {
    u64 user_us = 0;
    u64 system_us = 0;

    void add(CpuTimes const& other) {
        user_us += other.user_us;
        system_us += other.system_us;
    }
    u64 total_us() const { return user_us + system_us; }
};

} // namespace flat::unix

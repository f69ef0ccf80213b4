// SPDX-License-Identifier: BSD-2-Clause
// How much of each resource a process may have (getrlimit(2)).
#pragma once

#include <core/types.hpp>
#include <unix/descriptors.hpp>
#include <unix/layout.hpp>

namespace flat::unix {

/// The resources, by Linux' numbers, whose limit somebody here sees to or begins with (RLIMIT_…).
enum Resource : u32 {
    processor_seconds = 0,
    file_bytes = 1,
    stack_size = 3,
    processes_of_user = 6,
    open_files = 7,
    locked_bytes = 8,
    memory_bytes = 9,
    nice_rank = 13,
    real_time_priority = 14,
};

/// struct rlimit64: what holds, and how high it may be set.
struct Limit {
    u64 soft;
    u64 hard;
};

/// Of one process; its children begin with the same.
class Limits {
public:
    static constexpr u32 count = 16;
    static constexpr u64 unlimited = ~u64{0};

    Limits() {
        for (Limit& each : limits_)
            each = {unlimited, unlimited};
        limits_[stack_size].soft = layout::stack_bytes;
        limits_[open_files] = {Descriptors::descriptors_max, Descriptors::descriptors_max};
        limits_[locked_bytes] = {8 << 20, 8 << 20}; // Linux' since 5.16; programs size tables by it
        limits_[nice_rank] = limits_[real_time_priority] = {0, 0};
    }

    Limit& of(u32 resource) { return limits_[resource]; }
    Limit const& of(u32 resource) const { return limits_[resource]; }

private:
    Limit limits_[count];
};

} // namespace flat::unix

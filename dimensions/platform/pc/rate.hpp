// SPDX-License-Identifier: BSD-2-Clause
// The rate of a counter, measured, and conversions between its ticks and nanoseconds.
#pragma once

#include <core/types.hpp>

namespace flat::platform {

/// So many ticks in so many nanoseconds. Conversions multiply by 32.32 fixed-point numbers, with an
/// error below one part in 2^32 of the factor and no overflow as long as the result fits 64 bits.
class Rate {
public:
    /// Both must be below 2^32 and not 0.
    constexpr Rate(u64 ticks, u64 ns)
        : ns_per_tick_((ns << 32) / ticks), ticks_per_ns_((ticks << 32) / ns) {}

    constexpr u64 ns_from(u64 ticks) const { return scale(ticks, ns_per_tick_); }
    constexpr u64 ticks_from(u64 ns) const { return scale(ns, ticks_per_ns_); }

private:
    static constexpr u64 scale(u64 value, u64 factor) {
        return static_cast<u64>(static_cast<unsigned __int128>(value) * factor >> 32);
    }

    u64 ns_per_tick_;
    u64 ticks_per_ns_;
};

} // namespace flat::platform

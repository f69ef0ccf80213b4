// SPDX-License-Identifier: BSD-2-Clause
// Random numbers: Marsaglia's xorshift64*, for those who do anything.
#pragma once

#include <core/types.hpp>

namespace flat::keeping {

/// The same sequence for the same seed.
class Random {
public:
    explicit Random(u64 seed) : state_(seed * 0x9e3779b97f4a7c15 + 1) {}

    u64 next() {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return (state_ * 0x2545f4914f6cdd1d) >> 16;
    }

    u64 below(u64 limit) { return next() % limit; }

private:
    u64 state_;
};

} // namespace flat::keeping

// SPDX-License-Identifier: BSD-2-Clause
// Random words that are the same for the same seed.
#pragma once

#include <l4/abi/types.hpp>

namespace l4 {

/// Marsaglia's xorshift (Journal of Statistical Software 8, 2003).
class Random {
public:
    /// The seed is not 0.
    constexpr explicit Random(Word seed) : state_(seed) {}

    Word next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_;
    }

    /// At least 0, and less than `limit`.
    Word below(Word limit) { return next() % limit; }

private:
    Word state_;
};

} // namespace l4

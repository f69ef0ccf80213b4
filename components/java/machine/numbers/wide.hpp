// SPDX-License-Identifier: BSD-2-Clause
// Integers of 128 bits, on which functions of numbers are computed.
#pragma once

#include <java/machine/numbers/binary_float.hpp>

namespace flat::java {

using Wide = unsigned __int128;

/// The nearest number to a multiple of a power of two.
inline Binary64::Bits rounded(bool is_negative, i32 exponent, Wide value) {
    i32 shift = 0;
    bool is_exact = true;
    while (value >> 64 != 0) {
        is_exact = is_exact && (value & 1) == 0;
        value >>= 1;
        ++shift;
    }
    return Binary64::make(is_negative, exponent + shift,
                          static_cast<u64>(value) | (is_exact ? 0 : 1));
}

/// The upper half of a product.
constexpr Wide upper_product(Wide a, Wide b) {
    auto const low = [](Wide value) { return static_cast<u64>(value); };
    auto const high = [](Wide value) { return static_cast<u64>(value >> 64); };
    Wide const middle = Wide{low(a)} * high(b) + high(Wide{low(a)} * low(b));
    Wide const other = Wide{high(a)} * low(b) + low(middle);
    return Wide{high(a)} * high(b) + high(middle) + high(other);
}

} // namespace flat::java

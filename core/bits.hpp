// SPDX-License-Identifier: BSD-2-Clause
// Arithmetic on bits, powers of two and alignment.
#pragma once

#include <core/traits.hpp>
#include <core/types.hpp>

namespace flat {

/// 2^n as a `T`.
template<UnsignedInteger T = u64>
constexpr T bit(u32 n) {
    return static_cast<T>(T(1) << n);
}

/// A `T` with its lowest n bits set; n may be the width of `T`.
template<UnsignedInteger T = u64>
constexpr T low_bits(u32 n) {
    return n >= sizeof(T) * 8 ? static_cast<T>(~T(0)) : static_cast<T>(bit<T>(n) - 1);
}

/// Bits [first, first + count) of a value, moved to the bottom.
template<UnsignedInteger T>
constexpr T bit_field(T value, u32 first, u32 count) {
    return static_cast<T>((value >> first) & low_bits<T>(count));
}

/// Whether a value is 2^n for some n.
template<UnsignedInteger T>
constexpr bool is_power_of_two(T value) {
    return value != 0 && (value & (value - 1)) == 0;
}

/// The index of the lowest bit set; `value` is not 0.
constexpr u32 lowest_bit(u64 value) {
    return static_cast<u32>(__builtin_ctzll(value));
}

/// The index of the highest bit set; `value` is not 0.
constexpr u32 highest_bit(u64 value) {
    return 63 - static_cast<u32>(__builtin_clzll(value));
}

/// The greatest n with 2^n <= value; `value` is not 0.
constexpr u32 log2_floor(u64 value) {
    return highest_bit(value);
}

/// The smallest n with 2^n >= value; `value` is not 0.
constexpr u32 log2_ceiling(u64 value) {
    return value == 1 ? 0 : highest_bit(value - 1) + 1;
}

/// The greatest multiple of `alignment`, a power of two, that is not above `value`.
template<UnsignedInteger T>
constexpr T align_down(T value, TypeIdentity<T> alignment) {
    return value & ~(alignment - 1);
}

/// The smallest multiple of `alignment`, a power of two, that is not below `value`.
template<UnsignedInteger T>
constexpr T align_up(T value, TypeIdentity<T> alignment) {
    return align_down(value + (alignment - 1), alignment);
}

/// Whether `value` is a multiple of `alignment`, a power of two.
template<UnsignedInteger T>
constexpr bool is_aligned(T value, TypeIdentity<T> alignment) {
    return (value & (alignment - 1)) == 0;
}

/// The quotient, rounded up.
template<UnsignedInteger T>
constexpr T divide_up(T value, TypeIdentity<T> divisor) {
    return value / divisor + (value % divisor != 0);
}

} // namespace flat

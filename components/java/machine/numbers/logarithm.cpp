// SPDX-License-Identifier: BSD-2-Clause
// The natural logarithm: of the significand by the series of the inverse
// hyperbolic tangent, with exact powers of two besides (Muller, Elementary
// Functions, chapter 4).
#include <java/machine/numbers/logarithm.hpp>

#include <java/machine/numbers/wide.hpp>

namespace flat::java {

namespace {

/// The logarithm of 2, as a fraction of 2^112.
constexpr Wide log_2 = (Wide{0xb17217f7d1cf} << 64) | 0x79abc9e3b39803f2;
constexpr i32 fraction = 112;
constexpr u64 two_to_63 = u64{1} << 63;
constexpr u64 root_of_2 = 0xb504f333f9de6484; ///< times 2^63

/// 2^63 a / b, where a is less than b.
u64 divide(Wide a, Wide b) {
    u64 quotient = 0;
    for (u32 i = 0; i < 63; ++i) {
        a <<= 1;
        quotient <<= 1;
        if (a < b) continue;
        a -= b;
        quotient |= 1;
    }
    return quotient;
}

/// 1 + z^2/3 + z^4/5 + ..., times 2^62, of z^2 times 2^64, at most 0.03.
u64 series(u64 square) {
    u64 sum = 0;
    for (u32 i = 16; i >= 1; --i)
        sum = static_cast<u64>((Wide{sum + (u64{1} << 62) / (2 * i + 1)} * square) >> 64);
    return sum + (u64{1} << 62);
}

} // namespace

u64 logarithm(u64 a) {
    if (Binary64::is_nan(a)) return a;
    if (Binary64::is_zero(a)) return Binary64::sign_bit | Binary64::infinity;
    if ((a & Binary64::sign_bit) != 0) return Binary64::nan;
    if (Binary64::is_infinite(a)) return a;
    auto const parts = Binary64::parts(a);
    i32 const up = __builtin_clzll(parts.significand);
    u64 const m = parts.significand << up; // 1 to 2, times 2^63
    bool const is_low = m > root_of_2;     // then it is halved, and below 1
    i32 const power = parts.exponent - up + 63 + (is_low ? 1 : 0);
    u64 const distance = is_low ? u64{0} - m : m - two_to_63;
    Wide const sum = Wide{m} + (is_low ? Wide{1} << 64 : Wide{two_to_63});
    if (distance == 0)
        return power == 0 ? 0
                          : rounded(power < 0, -fraction, log_2 * u64(power < 0 ? -power : power));
    // log(m) = 2 (z + z^3/3 + ...), z = distance / sum = ratio * 2^-(bits + 63).
    i32 const bits = __builtin_clzll(distance);
    u64 const ratio = divide(distance << bits, sum);
    i32 const down = 2 * (bits + 63) - 64;
    u64 const square = down > 127 ? 0 : static_cast<u64>(Wide{ratio} * ratio >> down);
    Wide const product = Wide{ratio} * series(square); // times 2^-(bits + 124)
    if (power == 0) return rounded(is_low, -(bits + 124), product);
    auto const own = static_cast<__int128>(product >> (bits + 124 - fraction));
    __int128 const all = static_cast<__int128>(log_2) * power + (is_low ? -own : own);
    return rounded(all < 0, -fraction, static_cast<Wide>(all < 0 ? -all : all));
}

} // namespace flat::java

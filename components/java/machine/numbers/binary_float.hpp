// SPDX-License-Identifier: BSD-2-Clause
// IEEE 754 arithmetic on integers: kernels keep no registers of a
// floating-point unit. Rounds to nearest, ties to even, as Java does (Goldberg
// 1991, What Every Computer Scientist Should Know About Floating-Point
// Arithmetic; Hauser's SoftFloat has the same structure).
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat::java {

/// Numbers of a format, as their encodings.
template<class Bits_, u32 fraction_bits, i32 exponent_max>
struct BinaryFloat {
    using Bits = Bits_;
    static constexpr u32 width = sizeof(Bits) * 8;
    static constexpr Bits one = 1;
    static constexpr Bits sign_bit = one << (width - 1);
    static constexpr Bits hidden = one << fraction_bits;
    static constexpr Bits fraction_mask = hidden - 1;
    static constexpr Bits infinity = static_cast<Bits>(2 * exponent_max + 1) << fraction_bits;
    static constexpr Bits nan = infinity | hidden >> 1;
    static constexpr u32 guard = 3; ///< bits below the last one: two, and whether any was set

    static constexpr bool is_nan(Bits a) { return (a & ~sign_bit) > infinity; }
    static constexpr bool is_infinite(Bits a) { return (a & ~sign_bit) == infinity; }
    static constexpr bool is_zero(Bits a) { return (a & ~sign_bit) == 0; }

    /// A finite number that is not zero: (-1)^sign * significand * 2^exponent.
    struct Parts {
        bool is_negative;
        i32 exponent;
        u64 significand;
    };

    static constexpr Parts parts(Bits a) {
        i32 const raw = static_cast<i32>((a & ~sign_bit) >> fraction_bits);
        u64 const fraction = a & fraction_mask;
        i32 const least = 1 - exponent_max - static_cast<i32>(fraction_bits);
        if (raw == 0) return {(a & sign_bit) != 0, least, fraction};
        return {(a & sign_bit) != 0, raw - 1 + least, fraction | hidden};
    }

    /// The nearest number; the lowest bit of `significand` may stand for any that
    /// are lost.
    static constexpr Bits make(bool is_negative, i32 exponent, u64 significand) {
        Bits const sign = is_negative ? sign_bit : Bits{0};
        if (significand == 0) return sign;
        i32 const top = 63 - __builtin_clzll(significand);
        i32 const least = 1 - exponent_max - static_cast<i32>(fraction_bits);
        i32 shift = top - static_cast<i32>(fraction_bits);
        if (exponent + shift < least) shift = least - exponent;
        if (shift > 0) {
            u64 const lost = shift > 63 ? significand : significand & ((u64{1} << shift) - 1);
            u64 const kept = shift > 63 ? 0 : significand >> shift;
            u64 const half = shift > 64 ? ~u64{0} : u64{1} << (shift - 1);
            significand = kept;
            if (lost > half || (lost == half && (kept & 1) != 0)) ++significand;
        } else {
            significand <<= -shift;
        }
        exponent += shift;
        if (significand >> (fraction_bits + 1) != 0) {
            significand >>= 1;
            ++exponent;
        }
        if (significand < hidden) return sign | static_cast<Bits>(significand);
        i32 const raw = exponent - least + 1;
        if (raw > 2 * exponent_max) return sign | infinity;
        return sign | static_cast<Bits>(static_cast<Bits>(raw) << fraction_bits) |
               (static_cast<Bits>(significand) & fraction_mask);
    }

    static constexpr Bits negate(Bits a) { return a ^ sign_bit; }

    static constexpr Bits add(Bits a, Bits b) {
        if (is_nan(a) || is_nan(b)) return nan;
        if (is_infinite(a)) return is_infinite(b) && a != b ? nan : a;
        if (is_infinite(b)) return b;
        if (is_zero(a)) return is_zero(b) ? a & b : b;
        if (is_zero(b)) return a;
        Parts x = parts(a);
        Parts y = parts(b);
        if (x.exponent < y.exponent) {
            Parts const swapped = x;
            x = y;
            y = swapped;
        }
        // The larger has room for as many bits more as the format has, and for the
        // guard.
        constexpr u32 room = 62 - fraction_bits - 1;
        i32 const distance = x.exponent - y.exponent;
        i32 const up = min<i32>(distance, room);
        x.significand <<= up;
        x.exponent -= up;
        y.significand = shift_right(y.significand, x.exponent - y.exponent);
        if (x.is_negative == y.is_negative)
            return make(x.is_negative, x.exponent, x.significand + y.significand);
        if (x.significand == y.significand) return 0;
        if (x.significand > y.significand)
            return make(x.is_negative, x.exponent, x.significand - y.significand);
        return make(y.is_negative, x.exponent, y.significand - x.significand);
    }
    static constexpr Bits subtract(Bits a, Bits b) { return is_nan(b) ? nan : add(a, negate(b)); }

    static constexpr Bits multiply(Bits a, Bits b) {
        if (is_nan(a) || is_nan(b)) return nan;
        Bits const sign = (a ^ b) & sign_bit;
        if (is_infinite(a) || is_infinite(b))
            return is_zero(a) || is_zero(b) ? nan : sign | infinity;
        if (is_zero(a) || is_zero(b)) return sign;
        Parts const x = parts(a);
        Parts const y = parts(b);
        unsigned __int128 product = static_cast<unsigned __int128>(x.significand) * y.significand;
        i32 exponent = x.exponent + y.exponent;
        while (product >> 64 != 0) {
            product = product >> 1 | (product & 1);
            ++exponent;
        }
        return make(sign != 0, exponent, static_cast<u64>(product));
    }

    static constexpr Bits divide(Bits a, Bits b) {
        if (is_nan(a) || is_nan(b)) return nan;
        Bits const sign = (a ^ b) & sign_bit;
        if (is_infinite(a)) return is_infinite(b) ? nan : sign | infinity;
        if (is_infinite(b)) return sign;
        if (is_zero(b)) return is_zero(a) ? nan : sign | infinity;
        if (is_zero(a)) return sign;
        Parts const x = parts(a);
        Parts const y = parts(b);
        // As many bits of the quotient as a word has, by long division.
        i32 const up = __builtin_clzll(x.significand);
        u64 rest = 0;
        u64 quotient = 0;
        i32 exponent = x.exponent - up - y.exponent;
        u64 const dividend = x.significand << up;
        for (i32 i = 63; i >= 0; --i) {
            rest = rest << 1 | (dividend >> i & 1);
            quotient <<= 1;
            if (rest < y.significand) continue;
            rest -= y.significand;
            quotient |= 1;
        }
        while (quotient >> 62 == 0) {
            rest <<= 1;
            quotient <<= 1;
            --exponent;
            if (rest < y.significand) continue;
            rest -= y.significand;
            quotient |= 1;
        }
        return make(sign != 0, exponent, quotient | (rest != 0 ? 1 : 0));
    }

    /// What is left of a division that rounds towards zero (JLS 15.17.3).
    static constexpr Bits remainder(Bits a, Bits b) {
        if (is_nan(a) || is_nan(b) || is_infinite(a) || is_zero(b)) return nan;
        if (is_infinite(b) || is_zero(a)) return a;
        Parts const x = parts(a);
        Parts const y = parts(b);
        if (x.exponent < y.exponent) {
            i32 const down = y.exponent - x.exponent;
            if (down > 62 || y.significand > (~u64{0} >> 1) >> down) return a;
            return make(x.is_negative, x.exponent, x.significand % (y.significand << down));
        }
        u64 rest = x.significand % y.significand;
        for (i32 i = x.exponent - y.exponent; i > 0; --i)
            rest = (rest << 1) % y.significand;
        return make(x.is_negative, y.exponent, rest);
    }

    /// -1, 0 or 1; `unordered` if one is no number.
    static constexpr i32 compare(Bits a, Bits b, i32 unordered) {
        if (is_nan(a) || is_nan(b)) return unordered;
        if (is_zero(a) && is_zero(b)) return 0;
        if (a == b) return 0;
        bool const is_negative = (a & sign_bit) != 0;
        if (is_negative != ((b & sign_bit) != 0)) return is_negative ? -1 : 1;
        return (a < b) != is_negative ? -1 : 1;
    }

    static constexpr Bits from_integer(i64 value) {
        bool const is_negative = value < 0;
        u64 const size = is_negative ? u64{0} - static_cast<u64>(value) : static_cast<u64>(value);
        return make(is_negative, 0, size);
    }

    /// Towards zero; what is too large is the largest, what is no number zero
    /// (JLS 5.1.3).
    static constexpr i64 to_integer(Bits a, i64 least, i64 most) {
        if (is_nan(a) || is_zero(a)) return 0;
        bool const is_negative = (a & sign_bit) != 0;
        if (is_infinite(a)) return is_negative ? least : most;
        Parts const x = parts(a);
        i32 const top = 63 - __builtin_clzll(x.significand) + x.exponent;
        if (top < 0) return 0;
        if (top >= 63) return is_negative ? least : most;
        u64 const size =
            x.exponent >= 0 ? x.significand << x.exponent : x.significand >> -x.exponent;
        i64 const value = is_negative ? -static_cast<i64>(size) : static_cast<i64>(size);
        return value < least ? least : value > most ? most : value;
    }

private:
    static constexpr u64 shift_right(u64 value, i32 by) {
        if (by <= 0) return value;
        if (by > 63) return value != 0 ? 1 : 0;
        return value >> by | ((value & ((u64{1} << by) - 1)) != 0 ? 1 : 0);
    }
};

using Binary32 = BinaryFloat<u32, 23, 127>;
using Binary64 = BinaryFloat<u64, 52, 1023>;

constexpr u64 widen(u32 a) {
    u64 const sign = u64{a & Binary32::sign_bit} << 32;
    if (Binary32::is_nan(a)) return sign | Binary64::nan | u64{a & Binary32::fraction_mask} << 29;
    if (Binary32::is_infinite(a)) return sign | Binary64::infinity;
    if (Binary32::is_zero(a)) return sign;
    auto const x = Binary32::parts(a);
    return Binary64::make(x.is_negative, x.exponent, x.significand);
}

constexpr u32 narrow(u64 a) {
    u32 const sign = static_cast<u32>((a & Binary64::sign_bit) >> 32);
    if (Binary64::is_nan(a))
        return sign | Binary32::nan | static_cast<u32>((a & Binary64::fraction_mask) >> 29);
    if (Binary64::is_infinite(a)) return sign | Binary32::infinity;
    if (Binary64::is_zero(a)) return sign;
    auto const x = Binary64::parts(a);
    return Binary32::make(x.is_negative, x.exponent, x.significand);
}

} // namespace flat::java

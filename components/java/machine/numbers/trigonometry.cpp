// SPDX-License-Identifier: BSD-2-Clause
// Sine, cosine and tangent: angles are reduced by as many bits of 2/pi as they need (Payne and
// Hanek 1983, Radian Reduction for Trigonometric Functions), the rest is a series.
#include <java/machine/numbers/trigonometry.hpp>

#include <java/machine/numbers/wide.hpp>

namespace flat::java {

namespace {

/// 2/pi, as a fraction of 2^1344.
constexpr u64 two_by_pi[] = {0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
                             0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c,
                             0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
                             0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
                             0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
                             0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08,
                             0x56033046fc7b6bab, 0xf0cfbc209af4361d, 0xa9e391615ee61b08};
constexpr Wide half_pi = (Wide{0xc90fdaa22168c234} << 64) | 0xc4c6628b80dc1cd1; ///< times 2^127
constexpr Wide one = Wide{1} << 127;

/// An angle of at most pi/4: value * 2^-down, with a quarter turn for each of `quarters`. The upper
/// bit or the one below is set.
struct Angle {
    bool is_negative;
    u32 quarters;
    i32 down;
    Wide value;
};

u64 word_of(u32 bit) {
    u32 const word = bit / 64;
    u32 const shift = bit % 64;
    u64 const next = shift == 0 ? 0 : two_by_pi[word + 1] >> (64 - shift);
    return two_by_pi[word] << shift | next;
}

/// The lower 256 bits of significand * 2/pi, of which two stand before the point; the highest
/// word is the last. Bits that stand for whole turns are left out.
void multiply(u64 significand, i32 exponent, u64 (&product)[4]) {
    constexpr i32 before_point = 2;
    u32 const begin = static_cast<u32>(max(exponent - before_point, 0));
    u32 const down = static_cast<u32>(max(before_point - exponent, 0));
    u64 words[5] = {};
    u64 carry = 0;
    for (u32 i = 0; i < 4; ++i) {
        Wide const part = Wide{significand} * word_of(begin + 64 * (3 - i)) + carry;
        words[i] = static_cast<u64>(part);
        carry = static_cast<u64>(part >> 64);
    }
    words[4] = carry;
    for (u32 i = 0; i < 4; ++i)
        product[i] = down == 0 ? words[i] : words[i] >> down | words[i + 1] << (64 - down);
}

/// The upper 128 bits from the highest that is set on, of a fraction of 2^256; `down` says how many
/// are zero before.
Wide normalized(u64 const (&words)[4], i32& down) {
    u32 top = 3;
    while (top > 0 && words[top] == 0)
        --top;
    i32 const up = words[top] == 0 ? 63 : __builtin_clzll(words[top]);
    auto const word = [&](u32 below) { return below > top ? 0 : words[top - below]; };
    auto const shifted = [&](u32 below) {
        return up == 0 ? word(below) : word(below) << up | word(below + 1) >> (64 - up);
    };
    down = static_cast<i32>(64 * (3 - top)) + up;
    return Wide{shifted(0)} << 64 | shifted(1);
}

Angle large_angle(bool is_negative, u64 significand, i32 exponent) {
    u64 words[4];
    multiply(significand, exponent, words);
    auto quarters = static_cast<u32>(words[3] >> 62);
    for (u32 i = 3; i > 0; --i)
        words[i] = words[i] << 2 | words[i - 1] >> 62;
    words[0] <<= 2;
    bool const is_above = words[3] >> 63 != 0; // half a quarter: what lacks to the next one
    for (u32 i = 0; i < 4 && is_above; ++i)
        words[i] = ~words[i]; // and one more, which is nothing here
    quarters += is_above ? 1 : 0;
    i32 down = 0;
    Wide const fraction = normalized(words, down);
    Wide const value = upper_product(fraction, half_pi);
    if (is_negative) quarters = 0 - quarters;
    return {is_negative != is_above, quarters % 4, 127 + down, value};
}

Angle angle_of(u64 a) {
    constexpr u64 quarter_pi = 0x3fe921fb54442d18;
    auto const parts = Binary64::parts(a);
    i32 const up = __builtin_clzll(parts.significand) - 11; // to 53 bits
    u64 const significand = parts.significand << up;
    i32 const exponent = parts.exponent - up;
    constexpr i32 room = 75;
    if ((a & ~Binary64::sign_bit) < quarter_pi)
        return {parts.is_negative, 0, room - exponent, Wide{significand} << room};
    return large_angle(parts.is_negative, significand, exponent);
}

/// The square, as a fraction of 2^128.
Wide square_of(Angle const& angle) {
    Wide const product = upper_product(angle.value, angle.value);
    i32 const down = 2 * angle.down - 256;
    if (down >= 128) return 0;
    return down < 0 ? product << -down : product >> down;
}

/// 1 - s/(a b) (1 - s/(c d) (1 - ...)) times 2^127, where a, b and so on are from `first` on.
template<u32 first>
Wide series(Wide square) {
    constexpr u32 count = 14;
    struct Table {
        constexpr Table() {
            for (u32 i = 0; i < count; ++i) {
                Wide const factor = first + 2 * i;
                entries[i] = ~Wide{0} / (factor * (factor + 1));
            }
        }
        Wide entries[count] = {};
    };
    static constexpr Table reciprocals;
    Wide sum = one;
    for (u32 i = count; i > 0; --i)
        sum = one - upper_product(upper_product(square, sum), reciprocals.entries[i - 1]);
    return sum;
}

/// value * 2^-down.
struct Number {
    Wide value;
    i32 down;
};
Number sine_of(Angle const& angle) {
    return {upper_product(angle.value, series<2>(square_of(angle))), angle.down - 1};
}
Number cosine_of(Angle const& angle) {
    return {series<1>(square_of(angle)), 127};
}

/// The same with its second bit as the highest.
Number aligned(Number number) {
    bool const is_high = number.value >> 127 != 0;
    if (is_high) return {number.value >> 1, number.down - 1};
    while (number.value >> 126 == 0)
        number = {number.value << 1, number.down + 1};
    return number;
}

bool has_none(u64 a) {
    return Binary64::is_nan(a) || Binary64::is_infinite(a);
}

u64 sine_with(Angle const& angle, u32 more_quarters) {
    u32 const quarters = (angle.quarters + more_quarters) % 4;
    bool const is_cosine = quarters % 2 != 0;
    Number const found = is_cosine ? cosine_of(angle) : sine_of(angle);
    bool const is_negative = (quarters >= 2) != (!is_cosine && angle.is_negative);
    return rounded(is_negative, -found.down, found.value);
}

} // namespace

u64 sine(u64 a) {
    if (has_none(a)) return Binary64::nan;
    return Binary64::is_zero(a) ? a : sine_with(angle_of(a), 0);
}

u64 cosine(u64 a) {
    constexpr u64 encoding_of_one = 0x3ff0000000000000;
    if (has_none(a)) return Binary64::nan;
    return Binary64::is_zero(a) ? encoding_of_one : sine_with(angle_of(a), 1);
}

u64 tangent(u64 a) {
    if (has_none(a)) return Binary64::nan;
    if (Binary64::is_zero(a)) return a;
    Angle const angle = angle_of(a);
    bool const is_turned = angle.quarters % 2 != 0;
    Number const above = aligned(is_turned ? cosine_of(angle) : sine_of(angle));
    Number const below = aligned(is_turned ? sine_of(angle) : cosine_of(angle));
    constexpr i32 bits = 66;
    Wide quotient = 0;
    Wide rest = above.value;
    for (i32 i = 0; i <= bits; ++i) {
        quotient <<= 1;
        if (rest >= below.value) {
            rest -= below.value;
            quotient |= 1;
        }
        rest <<= 1;
    }
    return rounded(angle.is_negative != is_turned, below.down - above.down - bits - 1,
                   quotient << 1 | 1);
}

} // namespace flat::java

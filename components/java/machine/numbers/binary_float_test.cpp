// SPDX-License-Identifier: BSD-2-Clause
// Tests of arithmetic on encodings, against the processor's own.
#include <java/machine/numbers/binary_float.hpp>

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace flat::java {
namespace {

/// Numbers near each other and near the ends of the format more often than by
/// chance.
template<class Format>
typename Format::Bits any(std::mt19937_64& random) {
    using Bits = typename Format::Bits;
    auto const bits = static_cast<Bits>(random());
    switch (random() % 6) {
    case 0:
        return bits & (Format::sign_bit | Format::fraction_mask); // subnormal
    case 1:
        return (bits & ~(Format::infinity)) | (Format::infinity >> 1 & Format::infinity);
    case 2:
        return bits & (Format::sign_bit | Format::infinity | (Format::hidden >> 2));
    case 3:
        return bits & (Format::sign_bit | Format::infinity);
    default:
        return bits;
    }
}

template<class Format, class Number>
void compare(u32 rounds) {
    using Bits = typename Format::Bits;
    std::mt19937_64 random(1);
    auto const same = [](Bits ours, Number theirs) {
        if (std::isnan(theirs)) return Format::is_nan(ours);
        return ours == std::bit_cast<Bits>(theirs);
    };
    for (u32 i = 0; i < rounds; ++i) {
        Bits const a = any<Format>(random);
        Bits const b = any<Format>(random);
        auto const x = std::bit_cast<Number>(a);
        auto const y = std::bit_cast<Number>(b);
        ASSERT_TRUE(same(Format::add(a, b), x + y)) << x << " + " << y;
        ASSERT_TRUE(same(Format::subtract(a, b), x - y)) << x << " - " << y;
        ASSERT_TRUE(same(Format::multiply(a, b), x * y)) << x << " * " << y;
        ASSERT_TRUE(same(Format::divide(a, b), x / y)) << x << " / " << y;
        ASSERT_TRUE(same(Format::remainder(a, b), std::fmod(x, y))) << x << " % " << y;
        i32 const order = std::isunordered(x, y) ? 9 : x < y ? -1 : x > y ? 1 : 0;
        ASSERT_EQ(Format::compare(a, b, 9), order) << x << " ? " << y;
    }
}

TEST(BinaryFloat, of_32_bits_counts_as_the_processor_does) {
    compare<Binary32, float>(200'000);
}

TEST(BinaryFloat, of_64_bits_counts_as_the_processor_does) {
    compare<Binary64, double>(200'000);
}

TEST(BinaryFloat, is_made_of_integers_and_made_into_them) {
    std::mt19937_64 random(2);
    constexpr i64 most = 0x7fffffffffffffff;
    for (u32 i = 0; i < 100'000; ++i) {
        auto const value = static_cast<i64>(random()) >> random() % 64;
        ASSERT_EQ(Binary64::from_integer(value), std::bit_cast<u64>(static_cast<double>(value)));
        ASSERT_EQ(Binary32::from_integer(value), std::bit_cast<u32>(static_cast<float>(value)));
        u64 const bits = any<Binary64>(random);
        auto const number = std::bit_cast<double>(bits);
        i64 const wanted = std::isnan(number)  ? 0
                           : number >= 0x1p63  ? most
                           : number <= -0x1p63 ? -most - 1
                                               : static_cast<i64>(number);
        ASSERT_EQ(Binary64::to_integer(bits, -most - 1, most), wanted) << number;
    }
    EXPECT_EQ(Binary32::to_integer(Binary32::infinity, -5, 7), 7);
}

TEST(BinaryFloat, is_widened_and_narrowed) {
    std::mt19937_64 random(3);
    for (u32 i = 0; i < 100'000; ++i) {
        u32 const narrow_bits = any<Binary32>(random);
        auto const small = std::bit_cast<float>(narrow_bits);
        if (!std::isnan(small)) {
            ASSERT_EQ(widen(narrow_bits), std::bit_cast<u64>(double{small})) << small;
        }
        u64 const bits = any<Binary64>(random);
        auto const number = std::bit_cast<double>(bits);
        if (!std::isnan(number)) {
            ASSERT_EQ(narrow(bits), std::bit_cast<u32>(static_cast<float>(number))) << number;
        }
    }
    EXPECT_TRUE(Binary32::is_nan(narrow(Binary64::nan)));
    EXPECT_TRUE(Binary64::is_nan(widen(Binary32::nan)));
}

} // namespace
} // namespace flat::java

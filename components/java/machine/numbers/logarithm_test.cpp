// SPDX-License-Identifier: BSD-2-Clause
// Tests of the logarithm, against a wider one of the host.
#include <java/machine/numbers/logarithm.hpp>

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace flat::java {
namespace {

double ours(double of) {
    return std::bit_cast<double>(logarithm(std::bit_cast<u64>(of)));
}

TEST(Logarithm, is_the_nearest_number) {
    std::mt19937_64 random(1);
    u32 others = 0;
    for (u32 i = 0; i < 200'000; ++i) {
        u64 const bits = random() & ~Binary64::sign_bit;
        auto number = std::bit_cast<double>(bits);
        if (i % 2 == 0) number = 1 + std::ldexp(double(i64(random())), -64 - int(i % 50));
        if (std::isnan(number) || std::isinf(number) || number == 0) continue;
        auto const wanted = double(std::log(static_cast<long double>(number)));
        double const found = ours(number);
        others += found != wanted;
        ASSERT_LE(std::abs(found - wanted), std::abs(std::nextafter(wanted, 0) - wanted)) << number;
    }
    EXPECT_LT(others, 400u); // where the wider one is near the middle of two
}

TEST(Logarithm, of_what_has_none_is_what_java_says) {
    EXPECT_TRUE(std::isnan(ours(-1)));
    EXPECT_EQ(ours(0), -INFINITY);
    EXPECT_EQ(ours(INFINITY), INFINITY);
    EXPECT_EQ(ours(1), 0);
    EXPECT_TRUE(std::isnan(ours(NAN)));
}

} // namespace
} // namespace flat::java

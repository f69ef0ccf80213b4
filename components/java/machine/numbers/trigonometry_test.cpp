// SPDX-License-Identifier: BSD-2-Clause
// Tests of sine, cosine and tangent, against wider ones of the host.
#include <java/machine/numbers/trigonometry.hpp>

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace flat::java {
namespace {

double of(u64 (*function)(u64), double angle) {
    return std::bit_cast<double>(function(std::bit_cast<u64>(angle)));
}

/// How often the nearest number is another one than the host's says; never by more than one place.
u32 others(u64 (*function)(u64), long double (*wanted)(long double)) {
    std::mt19937_64 random(1);
    u32 count = 0;
    for (u32 i = 0; i < 60'000; ++i) {
        auto angle = std::bit_cast<double>(random());
        if (i % 2 == 0) angle = std::ldexp(double(i64(random())), -63 + int(i % 40) - 20);
        if (i % 16 == 1) angle = double(i) * 1.5707963267948966;
        if (std::isnan(angle) || std::isinf(angle)) continue;
        auto const right = double(wanted(static_cast<long double>(angle)));
        double const found = of(function, angle);
        count += found != right;
        EXPECT_LE(std::abs(found - right), std::abs(std::nextafter(right, 0) - right)) << angle;
    }
    return count;
}

TEST(Trigonometry, gives_the_nearest_number) {
    // Where the wider one is near the middle of two.
    EXPECT_LT(others(sine, std::sin), 120u);
    EXPECT_LT(others(cosine, std::cos), 120u);
    EXPECT_LT(others(tangent, std::tan), 120u);
}

TEST(Trigonometry, of_the_worst_angle_has_all_places) {
    double const worst = std::ldexp(6381956970095103.0, 797);
    EXPECT_EQ(of(cosine, worst), -4.687165924254628e-19);
}

TEST(Trigonometry, of_what_has_none_is_what_java_says) {
    for (auto* const each : {sine, cosine, tangent}) {
        EXPECT_TRUE(std::isnan(of(each, INFINITY)));
        EXPECT_TRUE(std::isnan(of(each, NAN)));
    }
    EXPECT_TRUE(std::signbit(of(sine, -0.0)));
    EXPECT_TRUE(std::signbit(of(tangent, -0.0)));
    EXPECT_EQ(of(cosine, 0), 1);
    EXPECT_EQ(of(sine, 5e-324), 5e-324);
}

} // namespace
} // namespace flat::java

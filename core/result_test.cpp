// SPDX-License-Identifier: BSD-2-Clause
// Tests of results, optional values and `TRY`.
#include <core/maybe.hpp>
#include <core/result.hpp>
#include <core/types.hpp>

#include <gtest/gtest.h>

namespace flat {
namespace {

struct Trouble {
    enum class Code : u32 { small, large };
    Code code;
};

Result<u32, Trouble> half(u32 number) {
    if (number % 2) return Trouble{Trouble::Code::small};
    return number / 2;
}

Result<u32, Trouble> quarter(u32 number) {
    return TRY(half(TRY(half(number))));
}

Result<void, Trouble> must_be_even(u32 number, u32& passed) {
    TRY(half(number));
    ++passed;
    return {};
}

TEST(CoreResult, holds_a_value_or_an_error) {
    EXPECT_TRUE(half(4).is_ok());
    EXPECT_EQ(half(4).value(), 2u);
    EXPECT_TRUE(half(3).is_error());
    EXPECT_EQ(half(3).error().code, Trouble::Code::small);
    EXPECT_EQ(half(3).value_or(7), 7u);
    EXPECT_EQ(half(4).value_or(7), 2u);
}

TEST(CoreResult, try_takes_values_out_and_passes_errors_on) {
    EXPECT_EQ(quarter(8).value(), 2u);
    EXPECT_TRUE(quarter(6).is_error());
    u32 passed = 0;
    EXPECT_TRUE(must_be_even(2, passed).is_ok());
    EXPECT_TRUE(must_be_even(3, passed).is_error());
    EXPECT_EQ(passed, 1u);
}

TEST(CoreResult, asking_for_what_is_not_there_is_found_out) {
    EXPECT_EXIT(half(3).value(), testing::ExitedWithCode(101), "assertion failed");
    EXPECT_EXIT(half(4).error(), testing::ExitedWithCode(101), "assertion failed");
}

TEST(CoreMaybe, holds_a_value_or_nothing) {
    Maybe<u32> none = nothing;
    Maybe<u32> some = 3;
    EXPECT_FALSE(none);
    ASSERT_TRUE(some);
    EXPECT_EQ(*some, 3u);
    EXPECT_EQ(none.value_or(5), 5u);
    *some = 4;
    none = some;
    EXPECT_EQ(none.value(), 4u);
    EXPECT_EXIT(*Maybe<u32>(), testing::ExitedWithCode(101), "assertion failed");
}

static_assert(sizeof(Result<u64, Trouble>) == 16, "returned in registers");
static_assert(sizeof(Result<void, Trouble>) == 8, "returned in a register");

} // namespace
} // namespace flat

// SPDX-License-Identifier: BSD-2-Clause
// Which fpages of users the kernel accepts.
#include <api/mapping/user_region.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

constexpr Fpage fpage(u64 address, u32 size_log2) {
    return Fpage{address | u64{size_log2} << 4};
}

TEST(UserRegion, is_none_below_a_page_or_beyond_the_lower_half) {
    EXPECT_FALSE(is_user_region(fpage(0x1000, 11)));
    EXPECT_FALSE(is_user_region(fpage(0xffff'8000'0000'0000, 12)));
    EXPECT_FALSE(is_user_region(fpage(0, 48)));
    EXPECT_FALSE(is_user_region(fpage(0, 63)));
    EXPECT_TRUE(is_user_region(fpage(0x1000, 12)));
}

TEST(UserRegion, may_be_the_whole_space) {
    EXPECT_TRUE(is_user_region(Fpage::complete()));
}

} // namespace
} // namespace flat::api

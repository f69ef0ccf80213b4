// SPDX-License-Identifier: BSD-2-Clause
// Flexpages: bounds, containment and overlap, whatever a user passes.
#include <api/flexpage.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

constexpr u64 log2(u32 value) {
    return u64{value} << 4;
}
constexpr Flexpage whole_space{1 << 4};

TEST(Flexpage, tells_base_size_and_rights) {
    Flexpage const page{0x12345000 | log2(12) | Flexpage::read | Flexpage::execute};
    EXPECT_EQ(page.base(), 0x12345000u);
    EXPECT_EQ(page.size_log2(), 12u);
    EXPECT_EQ(page.rights(), Flexpage::read | Flexpage::execute);
}

TEST(Flexpage, rounds_its_base_down_to_its_size) {
    EXPECT_EQ((Flexpage{0x12345000 | log2(20)}).base(), 0x12300000u);
}

TEST(Flexpage, of_the_whole_space_contains_everything) {
    EXPECT_TRUE(whole_space.is_user_region());
    EXPECT_TRUE(whole_space.contains(0x7fff'ffff'0000, 4096));
    EXPECT_EQ(whole_space.base(), 0u);
}

TEST(Flexpage, is_no_user_region_below_a_page_or_beyond_the_lower_half) {
    EXPECT_FALSE((Flexpage{0x1000 | log2(11)}).is_user_region());
    EXPECT_FALSE((Flexpage{0xffff'8000'0000'0000 | log2(12)}).is_user_region());
    EXPECT_FALSE((Flexpage{0 | log2(48)}).is_user_region());
    EXPECT_FALSE((Flexpage{0 | log2(63)}).is_user_region());
    EXPECT_TRUE((Flexpage{0x1000 | log2(12)}).is_user_region());
}

TEST(Flexpage, contains_ranges_that_end_with_it_but_no_longer_ones) {
    Flexpage const page{0x2000 | log2(13)};
    EXPECT_TRUE(page.contains(0x2000, 0x2000));
    EXPECT_TRUE(page.contains(0x3c00, 0x400));
    EXPECT_FALSE(page.contains(0x3c01, 0x400));
    EXPECT_FALSE(page.contains(0x1fff, 1));
}

TEST(Flexpage, overlaps_what_it_contains_and_what_contains_it) {
    Flexpage const small{0x3000 | log2(12)};
    Flexpage const large{0x2000 | log2(13)};
    EXPECT_TRUE(small.overlaps(large));
    EXPECT_TRUE(large.overlaps(small));
    EXPECT_FALSE(small.overlaps(Flexpage{0x4000 | log2(12)}));
    EXPECT_FALSE(small.overlaps(Flexpage{0}));
}

} // namespace
} // namespace flat::api

// SPDX-License-Identifier: BSD-2-Clause
// Fpages: bounds, containment and overlap, whatever a user passes.
#include <l4/abi/fpage.hpp>

#include <gtest/gtest.h>

namespace l4 {
namespace {

constexpr Word log2(unsigned value) {
    return Word{value} << 4;
}
constexpr Fpage whole_space{1 << 4};

TEST(Fpage, tells_base_size_and_rights) {
    Fpage const page{0x12345000 | log2(12) | Word(Rights::read_execute)};
    EXPECT_EQ(page.address(), 0x12345000u);
    EXPECT_EQ(page.size_log2(), 12u);
    EXPECT_EQ(page.rights(), Rights::read_execute);
}

TEST(Fpage, rounds_its_base_down_to_its_size) {
    EXPECT_EQ((Fpage{0x12345000 | log2(20)}).address(), 0x12300000u);
}

TEST(Fpage, of_the_whole_space_contains_everything) {
    EXPECT_TRUE(whole_space.is_complete());
    EXPECT_EQ(whole_space.size_log2(), 64u);
    EXPECT_EQ(whole_space.size_bytes(), 0u);
    EXPECT_TRUE(whole_space.contains(0x7fff'ffff'0000, 4096));
    EXPECT_EQ(whole_space.address(), 0u);
}

TEST(Fpage, contains_ranges_that_end_with_it_but_no_longer_ones) {
    Fpage const page{0x2000 | log2(13)};
    EXPECT_TRUE(page.contains(0x2000, 0x2000));
    EXPECT_TRUE(page.contains(0x3c00, 0x400));
    EXPECT_FALSE(page.contains(0x3c01, 0x400));
    EXPECT_FALSE(page.contains(0x1fff, 1));
}

TEST(Fpage, overlaps_what_it_contains_and_what_contains_it) {
    Fpage const small{0x3000 | log2(12)};
    Fpage const large{0x2000 | log2(13)};
    EXPECT_TRUE(small.overlaps(large));
    EXPECT_TRUE(large.overlaps(small));
    EXPECT_FALSE(small.overlaps(Fpage{0x4000 | log2(12)}));
    EXPECT_FALSE(small.overlaps(Fpage{0}));
}

} // namespace
} // namespace l4

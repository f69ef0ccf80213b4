// SPDX-License-Identifier: BSD-2-Clause
// Tests of the arithmetic on bits.
#include <core/bits.hpp>
#include <core/containers/bitmap.hpp>

#include <gtest/gtest.h>

namespace flat {
namespace {

TEST(CoreBits, logarithms_round_down_and_up) {
    for (u32 n = 1; n < 63; ++n) {
        EXPECT_EQ(log2_floor(bit(n)), n);
        EXPECT_EQ(log2_ceiling(bit(n)), n);
        EXPECT_EQ(log2_floor(bit(n) + 1), n);
        EXPECT_EQ(log2_ceiling(bit(n) + 1), n + 1);
    }
    EXPECT_EQ(log2_floor(1), 0u);
    EXPECT_EQ(log2_ceiling(1), 0u);
}

TEST(CoreBits, alignment_rounds_to_multiples) {
    EXPECT_EQ(align_up(0u, 16u), 0u);
    EXPECT_EQ(align_up(1u, 16u), 16u);
    EXPECT_EQ(align_up(16u, 16u), 16u);
    EXPECT_EQ(align_down(31u, 16u), 16u);
    EXPECT_TRUE(is_aligned(48u, 16u));
    EXPECT_FALSE(is_aligned(40u, 16u));
}

TEST(CoreBits, fields_and_masks_reach_the_whole_width) {
    EXPECT_EQ(low_bits<u64>(0), 0u);
    EXPECT_EQ(low_bits<u64>(64), ~u64(0));
    EXPECT_EQ(low_bits<u8>(8), 0xff);
    EXPECT_EQ(bit_field<u64>(0xabcd, 4, 8), 0xbcu);
    EXPECT_EQ(bit_field<u64>(~u64(0), 0, 64), ~u64(0));
}

TEST(CoreBits, powers_of_two_are_told_from_other_numbers) {
    EXPECT_FALSE(is_power_of_two(0u));
    EXPECT_TRUE(is_power_of_two(1u));
    EXPECT_TRUE(is_power_of_two(u64(1) << 63));
    EXPECT_FALSE(is_power_of_two(12u));
}

TEST(CoreBits, division_rounds_up_without_overflow) {
    EXPECT_EQ(divide_up<u64>(10, 5), 2u);
    EXPECT_EQ(divide_up<u64>(11, 5), 3u);
    EXPECT_EQ(divide_up<u64>(~u64(0), 2), u64(1) << 63);
}

TEST(CoreBitmap, finds_the_highest_bit_set_in_every_word) {
    Bitmap<200> bits;
    EXPECT_FALSE(bits.highest());
    for (u32 const index : {0u, 63u, 64u, 127u, 128u, 199u}) {
        bits.set(index);
        EXPECT_EQ(*bits.highest(), index);
        EXPECT_TRUE(bits.test(index));
    }
    bits.clear(199);
    EXPECT_FALSE(bits.test(199));
    EXPECT_EQ(*bits.highest(), 128u);
}

TEST(CoreBitmap, an_index_beyond_its_size_is_found_out) {
    Bitmap<200> bits;
    EXPECT_EXIT(bits.set(200), testing::ExitedWithCode(101), "assertion failed: index < size");
}

} // namespace
} // namespace flat

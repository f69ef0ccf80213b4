// SPDX-License-Identifier: BSD-2-Clause
// Tests of the memory functions of kernels without a C library, under names of their own.
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

#define memcpy our_memcpy
#define memmove our_memmove
#define memset our_memset
#define memcmp our_memcmp
#define strlen our_strlen
#include <core/freestanding/memory.cpp> // NOLINT(bugprone-suspicious-include): as renamed
#undef memcpy
#undef memmove
#undef memset
#undef memcmp
#undef strlen

namespace flat {
namespace {

using Bytes = std::vector<u8>;

Bytes random_bytes(usize count, u32 seed) {
    std::mt19937 random(seed);
    Bytes bytes(count);
    for (u8& each : bytes)
        each = static_cast<u8>(random());
    return bytes;
}

/// All offsets within two words, and lengths about the ends of words and of runs of them.
constexpr usize offsets = 9;
constexpr usize lengths[] = {0, 1, 7, 8, 9, 15, 16, 17, 24, 63, 64, 100, 127, 128, 131, 240};

TEST(CoreMemory, copies_exactly_the_bytes_asked_for) {
    for (usize from = 0; from < offsets; ++from)
        for (usize to = 0; to < offsets; ++to)
            for (usize const length : lengths) {
                Bytes const source = random_bytes(256, 1);
                Bytes target = random_bytes(256, 2);
                Bytes expected = target;
                std::memcpy(expected.data() + to, source.data() + from, length);
                EXPECT_EQ(our_memcpy(target.data() + to, source.data() + from, length),
                          target.data() + to);
                ASSERT_EQ(target, expected);
            }
}

TEST(CoreMemory, moves_within_overlapping_memory) {
    for (usize from = 0; from < offsets; ++from)
        for (usize to = 0; to < offsets; ++to)
            for (usize const length : lengths) {
                Bytes bytes = random_bytes(256, 3);
                Bytes expected = bytes;
                std::memmove(expected.data() + to, expected.data() + from, length);
                EXPECT_EQ(our_memmove(bytes.data() + to, bytes.data() + from, length),
                          bytes.data() + to);
                ASSERT_EQ(bytes, expected);
            }
}

TEST(CoreMemory, sets_exactly_the_bytes_asked_for) {
    for (usize to = 0; to < offsets; ++to)
        for (usize const length : lengths)
            for (int const value : {0, 1, 0xff, 0x1a5}) {
                Bytes bytes = random_bytes(256, 4);
                Bytes expected = bytes;
                std::memset(expected.data() + to, value, length);
                EXPECT_EQ(our_memset(bytes.data() + to, value, length), bytes.data() + to);
                ASSERT_EQ(bytes, expected);
            }
}

TEST(CoreMemory, compares_as_unsigned_bytes_up_to_the_first_difference) {
    EXPECT_EQ(our_memcmp("abc", "abd", 2), 0);
    EXPECT_LT(our_memcmp("abc", "abd", 3), 0);
    EXPECT_GT(our_memcmp("\xff", "\x01", 1), 0);
    EXPECT_EQ(our_memcmp("a", "b", 0), 0);
}

TEST(CoreMemory, measures_texts) {
    EXPECT_EQ(our_strlen(""), 0u);
    EXPECT_EQ(our_strlen("abc"), 3u);
}

} // namespace
} // namespace flat

// SPDX-License-Identifier: BSD-2-Clause
// Tests of what goes with a call.
#include <core/machine/payload.hpp>

#include <gtest/gtest.h>

namespace flat::machine {
namespace {

TEST(Payload, gives_each_part_a_place_at_a_multiple_of_8) {
    u64 words[3] = {};
    PayloadPart const parts[]{{0x1000, 5, &words[0]}, {0x2000, 0, &words[1]}, {0, 16, &words[2]}};
    EXPECT_EQ(Payload::to_next(parts[0]), 8u);
    EXPECT_EQ(Payload::to_next(parts[1]), 0u);
    EXPECT_EQ(Payload(parts).bytes, 24u);
    EXPECT_EQ(Payload(parts).parts.size(), 3u);
}

TEST(Payload, is_as_large_as_its_parts_together_even_if_those_are_too_large) {
    u64 word = 0;
    u64 const most = u64{1} << 32;
    PayloadPart const parts[]{{0, most, &word}, {0, most - 1, &word}};
    EXPECT_EQ(Payload(parts).bytes, 2 * most);
    EXPECT_GT(Payload(parts).bytes, Payload::bytes_max);
}

TEST(Payload, comes_back_if_any_part_does) {
    u64 word = 0;
    PayloadPart const there[]{{0, 8, &word}, {0, 8, &word, false, true}};
    PayloadPart const back[]{{0, 8, &word}, {0, 8, &word, true, true}};
    EXPECT_FALSE(Payload(there).comes_back);
    EXPECT_TRUE(Payload(back).comes_back);
}

TEST(Payload, may_be_lent_if_any_part_may) {
    u64 word = 0;
    PayloadPart const copied[]{{0, 8, &word, true, true}};
    PayloadPart const lent[]{{0, 8, &word, true, true}, {0, 8, &word, false, true, true}};
    EXPECT_FALSE(Payload(copied).may_be_lent);
    EXPECT_TRUE(Payload(lent).may_be_lent);
}

} // namespace
} // namespace flat::machine

// SPDX-License-Identifier: BSD-2-Clause
// The set of lines against the standard library's.
extern "C" {
#include "../line_set.h"
}

#include <gtest/gtest.h>

#include <random>
#include <unordered_set>

namespace {

class LineSetTest : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(line_set_create(&set)); }
    void TearDown() override { line_set_destroy(&set); }

    LineSet set;
};

TEST_F(LineSetTest, a_new_set_is_empty_and_counts_each_line_once) {
    EXPECT_EQ(set.count, 0u);
    for (uint64_t const line : {uint64_t{7}, uint64_t{0}, uint64_t{7}, ~uint64_t{0}, uint64_t{0}})
        ASSERT_TRUE(line_set_add(&set, line));
    EXPECT_EQ(set.count, 3u);
}

TEST_F(LineSetTest, a_cleared_set_has_forgotten_its_lines) {
    ASSERT_TRUE(line_set_add(&set, 1));
    line_set_clear(&set);
    EXPECT_EQ(set.count, 0u);
    ASSERT_TRUE(line_set_add(&set, 1));
    EXPECT_EQ(set.count, 1u);
}

TEST_F(LineSetTest, lines_that_share_a_slot_are_told_apart) {
    for (uint64_t line = 0; line < 1000; line++)
        ASSERT_TRUE(line_set_add(&set, line << 52)); // products that agree in their low bits
    for (uint64_t line = 0; line < 1000; line++)
        ASSERT_TRUE(line_set_add(&set, line << 52));
    EXPECT_EQ(set.count, 1000u);
}

TEST_F(LineSetTest, a_set_grows_without_losing_or_resurrecting_lines) {
    for (uint64_t line = 0; line < 100; line++)
        ASSERT_TRUE(line_set_add(&set, line)); // of an earlier epoch when the set grows
    line_set_clear(&set);
    std::mt19937_64 random(1);
    std::unordered_set<uint64_t> expected;
    for (int i = 0; i < 200000; i++) {
        uint64_t const line = random() % 150000;
        ASSERT_TRUE(line_set_add(&set, line));
        expected.insert(line);
        ASSERT_EQ(set.count, expected.size());
    }
}

TEST_F(LineSetTest, many_epochs_are_as_good_as_the_first) {
    for (uint64_t epoch = 0; epoch < 10000; epoch++) {
        for (uint64_t line = 0; line < 10; line++)
            ASSERT_TRUE(line_set_add(&set, epoch + 2 * line));
        ASSERT_EQ(set.count, 10u);
        line_set_clear(&set);
    }
}

} // namespace

// SPDX-License-Identifier: BSD-2-Clause
extern "C" {
#include "../sequences.h"
}

#include <gtest/gtest.h>

#include <memory>

namespace {

class SequencesTest : public testing::Test {
protected:
    void TearDown() override { sequences_destroy(&sequences); }

    Sequences sequences{};
    std::unique_ptr<Recorder> const owned = std::make_unique<Recorder>();
    Recorder& recorder = *owned;
};

TEST_F(SequencesTest, objects_are_numbered_as_they_are_met_in_each_invocation) {
    recorder_add(&recorder, 0x2000, 8, 8, false);
    recorder_add(&recorder, 0x1000, 0, 4, true);
    recorder_add(&recorder, 0x2000, 16, 1, true);
    ASSERT_TRUE(sequences_count(&sequences, &recorder, 1));
    recorder_add(&recorder, 0x1000, 8, 8, false);
    recorder_add(&recorder, 0x2000, 0, 4, true);
    recorder_add(&recorder, 0x1000, 16, 1, true);
    ASSERT_TRUE(sequences_count(&sequences, &recorder, 1));
    ASSERT_EQ(sequences.count, 1u);
    EXPECT_EQ(sequences.all[0].times, 2u);
    ASSERT_EQ(sequences.all[0].count, 3u);
    EXPECT_EQ(sequences.all[0].accesses[1].object, 1u);
    EXPECT_EQ(sequences.all[0].accesses[2].object, 0u);
}

TEST_F(SequencesTest, know_what_the_addresses_of_all_objects_have_in_common) {
    auto const count = [&](uint64_t base) {
        recorder_add(&recorder, base, 0, 8, false);
        return sequences_count(&sequences, &recorder, 1);
    };
    uint64_t offset = 0;
    EXPECT_FALSE(sequences.bases.is_known);
    ASSERT_TRUE(count(0x10048));
    EXPECT_EQ(bases_alignment(&sequences.bases, &offset), 4096u);
    EXPECT_EQ(offset, 0x48u);
    ASSERT_TRUE(count(0x10088));
    EXPECT_EQ(bases_alignment(&sequences.bases, &offset), 64u);
    EXPECT_EQ(offset, 8u);
    ASSERT_TRUE(count(0x10050));
    EXPECT_EQ(bases_alignment(&sequences.bases, &offset), 8u);
    EXPECT_EQ(offset, 0u);
}

TEST_F(SequencesTest, what_differs_in_anything_is_another_sequence) {
    auto const count = [&](uint64_t entry, uint32_t offset, unsigned size, bool is_write) {
        recorder_add(&recorder, 0x1000, offset, size, is_write);
        return sequences_count(&sequences, &recorder, entry);
    };
    ASSERT_TRUE(count(1, 0, 8, false));
    ASSERT_TRUE(count(2, 0, 8, false));
    ASSERT_TRUE(count(1, 8, 8, false));
    ASSERT_TRUE(count(1, 0, 4, false));
    ASSERT_TRUE(count(1, 0, 8, true));
    ASSERT_TRUE(count(1, 0, 8, false));
    EXPECT_EQ(sequences.count, 5u);
    EXPECT_EQ(sequences.all[0].times, 2u);
}

TEST_F(SequencesTest, nothing_is_no_sequence) {
    ASSERT_TRUE(sequences_count(&sequences, &recorder, 1));
    EXPECT_EQ(sequences.count, 0u);
}

TEST_F(SequencesTest, what_is_too_long_or_meets_too_many_objects_is_cut) {
    for (size_t i = 0; i <= sequence_longest; ++i)
        recorder_add(&recorder, 0x1000, 0, 8, false);
    ASSERT_TRUE(sequences_count(&sequences, &recorder, 1));
    for (uint64_t i = 0; i <= sequence_most_objects; ++i)
        recorder_add(&recorder, 64 * i, 0, 8, false);
    recorder_add(&recorder, 0, 0, 8, false);
    ASSERT_TRUE(sequences_count(&sequences, &recorder, 1));
    ASSERT_EQ(sequences.count, 2u);
    EXPECT_EQ(sequences.all[0].count, size_t{sequence_longest});
    EXPECT_TRUE(sequences.all[0].is_cut);
    EXPECT_EQ(sequences.all[1].count, size_t{sequence_most_objects});
    EXPECT_TRUE(sequences.all[1].is_cut);
}

TEST_F(SequencesTest, thousands_of_sequences_are_told_apart) {
    for (int round = 0; round < 2; ++round)
        for (uint32_t offset = 0; offset < 5000; ++offset) {
            recorder_add(&recorder, 0x1000, offset, 8, false);
            ASSERT_TRUE(sequences_count(&sequences, &recorder, 1));
        }
    ASSERT_EQ(sequences.count, 5000u);
    for (size_t i = 0; i < sequences.count; ++i)
        EXPECT_EQ(sequences.all[i].times, 2u);
}

} // namespace

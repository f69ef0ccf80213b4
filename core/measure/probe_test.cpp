// SPDX-License-Identifier: BSD-2-Clause
// What `difference` makes of two records; tests/instruments/ tests marks with the plugin.
#include <core/measure/probe.hpp>

#include <gtest/gtest.h>

namespace {

using flat::ProbeRecord;

ProbeRecord record(flat::u32 sequence, flat::u64 figure) {
    ProbeRecord made;
    made.valid = 1;
    made.sequence = sequence;
    made.kernel_instructions = 2 * figure;
    made.user_instructions = 3 * figure;
    made.kernel_reads = 4 * figure;
    made.kernel_writes = 5 * figure;
    made.user_reads = 6 * figure;
    made.user_writes = 7 * figure;
    made.kernel_lines = 8 * figure;
    made.user_lines = 9 * figure;
    made.control_writes = 10 * figure;
    return made;
}

TEST(probe, difference_subtracts_totals_and_takes_the_lines_as_they_are) {
    ProbeRecord const cost = difference(record(1, 10), record(2, 11));
    EXPECT_EQ(cost.valid, 1u);
    EXPECT_EQ(cost.kernel_instructions, 2u);
    EXPECT_EQ(cost.user_instructions, 3u);
    EXPECT_EQ(cost.kernel_reads, 4u);
    EXPECT_EQ(cost.kernel_writes, 5u);
    EXPECT_EQ(cost.user_reads, 6u);
    EXPECT_EQ(cost.user_writes, 7u);
    EXPECT_EQ(cost.kernel_lines, 88u);
    EXPECT_EQ(cost.user_lines, 99u);
    EXPECT_EQ(cost.control_writes, 10u);
}

TEST(probe, difference_is_invalid_without_the_plugin) {
    ProbeRecord untouched;
    EXPECT_EQ(difference(untouched, record(1, 1)).valid, 0u);
    EXPECT_EQ(difference(record(1, 1), untouched).valid, 0u);
}

TEST(probe, difference_is_invalid_when_another_mark_lies_between) {
    EXPECT_EQ(difference(record(1, 1), record(3, 2)).valid, 0u);
    EXPECT_EQ(difference(record(2, 1), record(2, 2)).valid, 0u);
}

TEST(probe, difference_is_invalid_across_processors) {
    ProbeRecord elsewhere = record(2, 2);
    elsewhere.processor = 1;
    EXPECT_EQ(difference(record(1, 1), elsewhere).valid, 0u);
}

TEST(probe, a_mark_alone_leaves_the_record_invalid) {
    ProbeRecord marked;
    probe(marked);
    EXPECT_EQ(marked.mark, 0x464c4154u);
    EXPECT_EQ(marked.valid, 0u);
}

} // namespace

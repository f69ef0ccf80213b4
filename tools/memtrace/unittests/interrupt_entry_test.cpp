// SPDX-License-Identifier: BSD-2-Clause
// The accesses of entries of interrupt handlers among those of instructions.
extern "C" {
#include "../interrupt_entry.h"
}

#include <gtest/gtest.h>

namespace {

constexpr uint64_t table = 0xffff800000001000;
constexpr uint64_t stack = 0xffff800000008000;
constexpr uint64_t segments = 0xffff800000000000;

class InterruptEntryTest : public testing::Test {
protected:
    bool reads(uint64_t address) { return interrupt_entry_makes(&entry, address, false); }
    bool writes(uint64_t address) { return interrupt_entry_makes(&entry, address, true); }

    InterruptEntry entry = {.table = table, .table_bytes = 4096, .pushes_left = 0};
};

TEST_F(InterruptEntryTest, an_entry_begins_with_a_gate_and_ends_with_the_fifth_push) {
    EXPECT_FALSE(reads(stack));
    for (uint64_t const address : {table + 0x400, table + 0x404, table + 0x408})
        EXPECT_TRUE(reads(address));
    EXPECT_TRUE(reads(segments + 8));
    for (uint64_t push = 1; push <= 5; push++)
        EXPECT_TRUE(writes(stack - 8 * push));
    EXPECT_FALSE(writes(stack - 48));
    EXPECT_FALSE(reads(stack - 40));
    EXPECT_TRUE(reads(table));
}

TEST_F(InterruptEntryTest, only_reads_within_the_table_begin_an_entry) {
    EXPECT_FALSE(reads(table - 1));
    EXPECT_FALSE(reads(table + 4096));
    EXPECT_FALSE(writes(table));
    EXPECT_TRUE(reads(table + 4095));
}

TEST_F(InterruptEntryTest, an_unknown_table_begins_no_entry) {
    entry.table_bytes = 0;
    EXPECT_FALSE(reads(table));
    entry = {};
    EXPECT_FALSE(reads(0));
}

} // namespace

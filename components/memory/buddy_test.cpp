// SPDX-License-Identifier: BSD-2-Clause
// Tests of the buddy system.
#include <memory/buddy.hpp>

#include <memory/testing.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace flat::memory {
namespace {

using domain::page_size;
using hal::PhysicalMemory;
using testing::FakeMemory;
using enum PhysicalMemory::Kind;

constexpr u64 mib = 1 << 20;

class MemoryBuddy : public ::testing::Test {
protected:
    FakeMemory memory{{{1 * mib, 16 * mib, free}}};
    Buddy buddy{{.memory = memory}, {}};
    u64 const all = buddy.free_bytes();
};

TEST_F(MemoryBuddy, offers_all_free_memory_but_for_its_bitmaps) {
    EXPECT_LT(all, 16 * mib);
    EXPECT_GE(all, 16 * mib - 4 * page_size);
}

TEST_F(MemoryBuddy, blocks_are_aligned_to_their_size) {
    for (u32 order = 0; order <= 10; ++order) {
        auto const block = buddy.allocate(order);
        ASSERT_TRUE(block.is_ok());
        EXPECT_EQ(block.value() % (page_size << order), 0u);
    }
}

TEST_F(MemoryBuddy, blocks_can_be_written_and_do_not_overlap) {
    std::vector<paddr> blocks;
    for (u32 i = 0; i < 100; ++i) {
        blocks.push_back(buddy.allocate(i % 3).value());
        memset(machine::physical_to_virtual(blocks.back()), int(i), page_size << i % 3);
    }
    for (u32 i = 0; i < 100; ++i) {
        auto const* bytes = static_cast<u8 const*>(machine::physical_to_virtual(blocks[i]));
        EXPECT_TRUE(
            std::all_of(bytes, bytes + (page_size << i % 3), [i](u8 byte) { return byte == i; }));
    }
}

TEST_F(MemoryBuddy, halves_unite_when_both_are_free_again) {
    paddr const large = buddy.allocate(11).value();
    EXPECT_TRUE(buddy.allocate(11).is_error());
    buddy.free(large, 11);
    std::vector<paddr> frames;
    for (u32 i = 0; i < 1 << 11; ++i)
        frames.push_back(buddy.allocate(0).value());
    for (paddr const frame : frames)
        buddy.free(frame, 0);
    EXPECT_EQ(buddy.free_bytes(), all);
    EXPECT_TRUE(buddy.allocate(11).is_ok());
}

TEST_F(MemoryBuddy, gives_out_every_frame_before_it_fails) {
    u64 frames = 0;
    while (buddy.allocate(0).is_ok())
        ++frames;
    EXPECT_EQ(frames * page_size, all);
    EXPECT_EQ(buddy.free_bytes(), 0u);
    EXPECT_EQ(buddy.allocate(0).error().code, MemoryError::Code::out_of_memory);
}

TEST_F(MemoryBuddy, orders_beyond_the_largest_are_invalid) {
    EXPECT_EQ(buddy.allocate(FreeMap::orders).error().code, MemoryError::Code::invalid);
    EXPECT_EQ(buddy.allocate(~0u).error().code, MemoryError::Code::invalid);
    EXPECT_EQ(buddy.allocate(FreeMap::orders - 1).error().code, MemoryError::Code::out_of_memory);
}

TEST_F(MemoryBuddy, reserved_frames_are_never_given_out) {
    paddr const begin = 5 * mib + 3 * page_size;
    ASSERT_TRUE(buddy.reserve(begin, 7 * page_size).is_ok());
    EXPECT_EQ(buddy.free_bytes(), all - 7 * page_size);
    for (auto frame = buddy.allocate(0); frame.is_ok(); frame = buddy.allocate(0))
        EXPECT_FALSE(frame.value() >= begin && frame.value() < begin + 7 * page_size);
}

TEST_F(MemoryBuddy, reserving_part_of_a_frame_reserves_the_frame) {
    ASSERT_TRUE(buddy.reserve(5 * mib + 100, page_size).is_ok());
    EXPECT_EQ(buddy.free_bytes(), all - 2 * page_size);
}

TEST_F(MemoryBuddy, reserving_nothing_changes_nothing) {
    EXPECT_TRUE(buddy.reserve(5 * mib, 0).is_ok());
    EXPECT_TRUE(buddy.reserve(5 * mib + 100, 0).is_ok());
    EXPECT_EQ(buddy.free_bytes(), all);
}

TEST_F(MemoryBuddy, what_is_not_free_cannot_be_reserved) {
    ASSERT_TRUE(buddy.reserve(5 * mib, page_size).is_ok());
    EXPECT_TRUE(buddy.reserve(5 * mib - 2 * page_size, 8 * page_size).is_error());
    EXPECT_TRUE(buddy.reserve(0, page_size).is_error());
    EXPECT_TRUE(buddy.reserve(17 * mib - page_size, 2 * page_size).is_error());
    EXPECT_TRUE(buddy.reserve(~u64(0) - 1, 2 * page_size).is_error());
    EXPECT_EQ(buddy.free_bytes(), all - page_size); // a failure takes nothing
}

TEST_F(MemoryBuddy, reserved_memory_can_be_freed) {
    ASSERT_TRUE(buddy.reserve(8 * mib, 4 * mib).is_ok());
    buddy.free(8 * mib, 10);
    EXPECT_EQ(buddy.free_bytes(), all);
    EXPECT_TRUE(buddy.allocate(11).is_ok());
}

TEST_F(MemoryBuddy, freeing_twice_is_found_out) {
    paddr const block = buddy.allocate(1).value();
    buddy.free(block, 1);
    EXPECT_EXIT(buddy.free(block, 1), ::testing::ExitedWithCode(101), "assertion failed");
    EXPECT_EXIT(buddy.free(block + page_size, 0), ::testing::ExitedWithCode(101),
                "assertion failed");
}

TEST_F(MemoryBuddy, freeing_what_is_misaligned_or_foreign_is_found_out) {
    EXPECT_EXIT(buddy.free(5 * mib + page_size, 1), ::testing::ExitedWithCode(101), "aligned");
    EXPECT_EXIT(buddy.free(0, 0), ::testing::ExitedWithCode(101), "assertion failed");
    EXPECT_EXIT(buddy.free(17 * mib, 0), ::testing::ExitedWithCode(101), "assertion failed");
}

TEST_F(MemoryBuddy, any_order_of_taking_and_giving_back_ends_as_it_began) {
    std::mt19937 random(1);
    std::vector<std::pair<paddr, u32>> taken;
    for (int step = 0; step < 20'000; ++step) {
        u32 const order = random() % 6;
        if (random() % 2) {
            if (auto const block = buddy.allocate(order); block.is_ok())
                taken.emplace_back(block.value(), order);
        } else if (!taken.empty()) {
            std::swap(taken[random() % taken.size()], taken.back());
            buddy.free(taken.back().first, taken.back().second);
            taken.pop_back();
        }
        u64 in_use = 0;
        if (step % 1000 == 0) {
            for (auto const& [block, each] : taken)
                in_use += page_size << each;
            ASSERT_EQ(buddy.free_bytes() + in_use, all);
        }
    }
    for (auto const& [block, order] : taken)
        buddy.free(block, order);
    EXPECT_EQ(buddy.free_bytes(), all);
    EXPECT_TRUE(buddy.allocate(11).is_ok());
}

TEST(MemoryBuddyRegions, several_regions_with_holes_are_used_and_holes_are_not) {
    FakeMemory memory({{0, mib, reserved},
                       {1 * mib, 3 * page_size, free},
                       {2 * mib, mib, kernel},
                       {3 * mib, 2 * mib, free},
                       {256 * mib, 1 * mib, free}});
    Buddy buddy({.memory = memory}, {});
    u64 frames = 0;
    for (auto frame = buddy.allocate(0); frame.is_ok(); frame = buddy.allocate(0)) {
        paddr const base = frame.value();
        memset(machine::physical_to_virtual(base), 1, page_size); // holes are not accessible
        ++frames;
    }
    EXPECT_GT(frames * page_size, 3 * mib - 16 * page_size);
}

TEST(MemoryBuddyRegions, a_region_that_begins_or_ends_within_a_frame_loses_that_frame) {
    FakeMemory memory({{1 * mib + 100, mib, free}});
    Buddy buddy({.memory = memory}, {});
    for (auto frame = buddy.allocate(0); frame.is_ok(); frame = buddy.allocate(0)) {
        EXPECT_GE(frame.value(), 1 * mib + 100);
        EXPECT_LE(frame.value() + page_size, 2 * mib + 100);
    }
}

TEST(MemoryBuddyRegions, adjacent_regions_unite) {
    FakeMemory memory(
        {{4 * mib, 2 * mib, free}, {8 * mib, 1 * mib, free}, {9 * mib, 3 * mib, free}});
    Buddy buddy({.memory = memory}, {});
    EXPECT_EQ(buddy.allocate(10).value(), 8 * mib);
}

TEST(MemoryBuddyRegions, no_free_memory_panics) {
    FakeMemory memory({{0, mib, PhysicalMemory::Kind::reserved}});
    EXPECT_EXIT(Buddy({.memory = memory}, {}), ::testing::ExitedWithCode(101), "no free memory");
}

TEST(MemoryBuddyRegions, no_room_for_the_bitmaps_panics) {
    FakeMemory memory({{1 * mib, page_size, free}, {u64(1) << 36, page_size, free}});
    EXPECT_EXIT(Buddy({.memory = memory}, {}), ::testing::ExitedWithCode(101), "bitmaps");
}

} // namespace
} // namespace flat::memory

// SPDX-License-Identifier: BSD-2-Clause
// Tests of the slab allocator.
#include <memory/slabs.hpp>

#include <memory/testing.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace flat::memory {
namespace {

using domain::line_size;
using domain::page_size;

class MemorySlabs : public ::testing::Test {
protected:
    testing::FakeFrames frames;
    Slabs slabs{{.frames = frames}, {}};
};

TEST_F(MemorySlabs, objects_are_zeroed_even_where_others_were_before) {
    for (int round = 0; round < 3; ++round) {
        std::vector<vaddr> taken;
        for (int i = 0; i < 200; ++i) {
            taken.push_back(slabs.allocate(200).value());
            auto* bytes = pointer_to<u8>(taken.back());
            EXPECT_TRUE(std::all_of(bytes, bytes + 200, [](u8 byte) { return byte == 0; }));
            memset(bytes, 0xff, 200);
        }
        for (vaddr const each : taken)
            slabs.free(each, 200);
    }
}

TEST_F(MemorySlabs, no_two_objects_share_a_cache_line) {
    std::set<vaddr> lines;
    for (usize const bytes : {1, 63, 64, 65, 100, 1000, 4096, 5000})
        for (int i = 0; i < 20; ++i) {
            vaddr const address = slabs.allocate(bytes).value();
            EXPECT_EQ(address % line_size, 0u);
            for (usize offset = 0; offset < bytes; offset += line_size)
                EXPECT_TRUE(lines.insert(address + offset).second);
        }
}

TEST_F(MemorySlabs, equal_sizes_share_pages) {
    for (int i = 0; i < 63; ++i)
        ASSERT_TRUE(slabs.allocate(40).is_ok());
    EXPECT_EQ(frames.taken_bytes(), page_size);
    ASSERT_TRUE(slabs.allocate(40).is_ok());
    EXPECT_EQ(frames.taken_bytes(), 2 * page_size);
}

TEST(MemorySlabsWaste, at_most_an_eighth_of_a_slab_is_wasted) {
    for (usize bytes = line_size; bytes <= page_size; bytes += line_size) {
        testing::FakeFrames frames;
        Slabs slabs({.frames = frames}, {});
        ASSERT_TRUE(slabs.allocate(bytes).is_ok());
        u64 const slab = frames.taken_bytes();
        usize used = bytes;
        for (; frames.taken_bytes() == slab; used += bytes)
            ASSERT_TRUE(slabs.allocate(bytes).is_ok());
        used -= bytes; // the last one has gone to the next slab
        EXPECT_GE(used, slab - slab / 8) << bytes;
    }
}

TEST_F(MemorySlabs, a_piece_given_back_is_used_again_first) {
    vaddr const first = slabs.allocate(128).value();
    ASSERT_TRUE(slabs.allocate(128).is_ok());
    slabs.free(first, 128);
    EXPECT_EQ(slabs.allocate(128).value(), first);
}

TEST_F(MemorySlabs, empty_slabs_go_back_but_for_one) {
    std::vector<vaddr> taken;
    for (int i = 0; i < 1000; ++i)
        taken.push_back(slabs.allocate(256).value());
    EXPECT_GT(frames.taken_bytes(), 1000u * 256);
    for (vaddr const each : taken)
        slabs.free(each, 256);
    EXPECT_EQ(frames.taken_bytes(), page_size);
}

TEST_F(MemorySlabs, objects_above_a_page_take_frames_and_give_them_back) {
    vaddr const address = slabs.allocate(3 * page_size).value();
    EXPECT_EQ(frames.taken_bytes(), 4 * page_size);
    slabs.free(address, 3 * page_size);
    EXPECT_EQ(frames.taken_bytes(), 0u);
}

TEST_F(MemorySlabs, an_object_without_size_is_invalid) {
    EXPECT_EQ(slabs.allocate(0).error().code, MemoryError::Code::invalid);
}

TEST(MemorySlabsExhausted, says_so_when_frames_are_used_up_and_goes_on_when_some_are_free) {
    testing::FakeFrames frames(2 * page_size);
    Slabs slabs({.frames = frames}, {});
    std::vector<vaddr> taken;
    auto object = slabs.allocate(64);
    for (; object.is_ok(); object = slabs.allocate(64))
        taken.push_back(object.value());
    EXPECT_EQ(taken.size(), 2u * 63);
    EXPECT_EQ(object.error().code, MemoryError::Code::out_of_memory);
    EXPECT_EQ(slabs.allocate(2 * page_size).error().code, MemoryError::Code::out_of_memory);
    slabs.free(taken.back(), 64);
    EXPECT_EQ(slabs.allocate(64).value(), taken.back());
}

TEST_F(MemorySlabs, any_order_of_taking_and_giving_back_keeps_objects_apart) {
    std::mt19937 random(2);
    std::vector<std::pair<vaddr, usize>> taken;
    for (int step = 0; step < 20'000; ++step) {
        if (random() % 2 || taken.empty()) {
            usize const bytes = random() % 700 + 1;
            taken.emplace_back(slabs.allocate(bytes).value(), bytes);
            memset(pointer_to<u8>(taken.back().first), int(bytes & 0xff), bytes);
            continue;
        }
        std::swap(taken[random() % taken.size()], taken.back());
        auto const [address, bytes] = taken.back();
        auto const* first = pointer_to<u8 const>(address);
        ASSERT_TRUE(
            std::all_of(first, first + bytes, [bytes](u8 byte) { return byte == (bytes & 0xff); }));
        slabs.free(address, bytes);
        taken.pop_back();
    }
}

} // namespace
} // namespace flat::memory

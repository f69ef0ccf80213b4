// SPDX-License-Identifier: BSD-2-Clause
// Tests of the general allocator.
#include <memory/general.hpp>

#include <memory/testing.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace flat::memory {
namespace {

using domain::page_size;

class MemoryGeneral : public ::testing::Test {
protected:
    testing::FakeFrames frames{256 << 20};
    General general{{.frames = frames}, {}};

    vaddr take(usize bytes, usize alignment = 1) {
        return general.allocate(bytes, alignment).value();
    }
};

TEST_F(MemoryGeneral, pieces_of_every_size_can_be_written_and_given_back) {
    for (usize bytes = 1; bytes < 300'000; bytes += bytes / 7 + 1) {
        vaddr const address = take(bytes);
        memset(pointer_to<u8>(address), 0xaa, bytes);
        general.free(address);
    }
}

TEST_F(MemoryGeneral, pieces_above_half_a_page_begin_on_pages) {
    for (usize const bytes : {2049u, 4096u, 4097u, 10000u, 100'000u, 300'000u})
        EXPECT_EQ(take(bytes) % page_size, 0u) << bytes;
}

TEST_F(MemoryGeneral, powers_of_two_are_aligned_to_themselves) {
    for (usize bytes = 16; bytes <= page_size; bytes *= 2)
        for (int i = 0; i < 5; ++i)
            EXPECT_EQ(take(bytes) % bytes, 0u) << bytes;
}

TEST_F(MemoryGeneral, everything_is_aligned_for_any_scalar) {
    for (usize bytes = 1; bytes < 3000; bytes += 13)
        EXPECT_EQ(take(bytes) % 16, 0u) << bytes;
}

TEST_F(MemoryGeneral, an_alignment_that_is_asked_for_is_kept) {
    for (usize alignment = 1; alignment <= 1 << 20; alignment *= 2)
        for (usize const bytes : {1u, 100u, 2048u, 5000u, 200'000u}) {
            vaddr const address = take(bytes, alignment);
            EXPECT_EQ(address % alignment, 0u) << bytes << " at " << alignment;
            general.free(address);
        }
}

TEST_F(MemoryGeneral, powers_of_two_take_no_more_than_themselves) {
    for (usize bytes = 16; bytes <= 2048; bytes *= 2) {
        std::vector<vaddr> pieces;
        for (usize i = 0; i < page_size / bytes; ++i)
            pieces.push_back(take(bytes));
        std::sort(pieces.begin(), pieces.end());
        EXPECT_EQ(pieces.front() % page_size, 0u);
        EXPECT_EQ(pieces.back() - pieces.front(), page_size - bytes);
    }
}

TEST_F(MemoryGeneral, sizes_from_32_to_4096_cost_less_than_a_third_more_on_average) {
    // The range that Choices measured; its UNIX needed half as much again.
    std::mt19937 random(3);
    u64 asked = 0;
    for (int i = 0; i < 20'000; ++i) {
        usize const bytes = random() % (4096 - 32 + 1) + 32;
        ASSERT_TRUE(general.allocate(bytes, 1).is_ok());
        asked += bytes;
    }
    EXPECT_LT(frames.taken_bytes(), asked + asked / 3);
}

TEST_F(MemoryGeneral, a_piece_given_back_is_used_again_first) {
    vaddr const first = take(100);
    take(100);
    general.free(first);
    EXPECT_EQ(take(100), first);
}

TEST_F(MemoryGeneral, all_but_one_chunk_goes_back_when_everything_is_free) {
    std::vector<vaddr> taken;
    for (int i = 0; i < 3000; ++i)
        taken.push_back(take(i % 3 ? 500 : 9000));
    EXPECT_GT(frames.taken_bytes(), 10 * Chunk::bytes);
    for (vaddr const each : taken)
        general.free(each);
    EXPECT_LE(frames.taken_bytes(), 2 * Chunk::bytes);
}

TEST_F(MemoryGeneral, pieces_that_exceed_a_chunk_take_frames_and_give_them_back) {
    take(1);
    u64 const before = frames.taken_bytes();
    vaddr const first = take(Chunk::bytes);
    vaddr const second = take(3 * Chunk::bytes);
    EXPECT_EQ(frames.taken_bytes(), before + 5 * Chunk::bytes);
    general.free(first);
    general.free(second);
    EXPECT_EQ(frames.taken_bytes(), before);
}

TEST_F(MemoryGeneral, long_aligned_runs_do_not_gather_chunks) {
    for (int i = 0; i < 10; ++i)
        general.free(take(40 * page_size, 32 * page_size));
    EXPECT_LE(frames.taken_bytes(), Chunk::bytes);
}

TEST_F(MemoryGeneral, address_0_is_ignored) {
    general.free(0);
    EXPECT_EQ(frames.taken_bytes(), 0u);
}

TEST_F(MemoryGeneral, size_0_and_odd_alignments_are_invalid) {
    EXPECT_EQ(general.allocate(0, 1).error().code, MemoryError::Code::invalid);
    EXPECT_EQ(general.allocate(10, 0).error().code, MemoryError::Code::invalid);
    EXPECT_EQ(general.allocate(10, 24).error().code, MemoryError::Code::invalid);
}

TEST_F(MemoryGeneral, absurd_sizes_fail_and_leave_nothing_taken) {
    ASSERT_TRUE(general.allocate(16, 1).is_ok());
    u64 const before = frames.taken_bytes();
    EXPECT_TRUE(general.allocate(~usize(0), 1).is_error());
    EXPECT_TRUE(general.allocate(usize(1) << 40, 1).is_error());
    EXPECT_TRUE(general.allocate(1, usize(1) << 63).is_error());
    EXPECT_EQ(frames.taken_bytes(), before);
}

TEST_F(MemoryGeneral, giving_back_what_was_never_taken_is_found_out) {
    vaddr const address = take(64);
    EXPECT_EXIT(general.free(address + 8), ::testing::ExitedWithCode(101), "assertion failed");
    vaddr const pages = take(3 * page_size);
    EXPECT_EXIT(general.free(pages + 16), ::testing::ExitedWithCode(101), "assertion failed");
    EXPECT_EXIT(general.free(Chunk::bytes), ::testing::ExitedWithCode(101), "was allocated");
}

TEST_F(MemoryGeneral, any_order_of_taking_and_giving_back_keeps_pieces_apart) {
    std::mt19937 random(4);
    std::vector<std::pair<vaddr, usize>> taken;
    for (int step = 0; step < 20'000; ++step) {
        if (random() % 2 || taken.empty()) {
            usize const bytes = random() % (random() % 8 ? 600 : 20'000) + 1;
            taken.emplace_back(take(bytes), bytes);
            memset(pointer_to<u8>(taken.back().first), int(bytes & 0xff), bytes);
            continue;
        }
        std::swap(taken[random() % taken.size()], taken.back());
        auto const [address, bytes] = taken.back();
        auto const* first = pointer_to<u8 const>(address);
        ASSERT_TRUE(
            std::all_of(first, first + bytes, [bytes](u8 byte) { return byte == (bytes & 0xff); }));
        general.free(address);
        taken.pop_back();
    }
}

TEST(MemoryGeneralExhausted, says_so_and_goes_on_when_memory_is_given_back) {
    testing::FakeFrames frames(2 * Chunk::bytes);
    General general({.frames = frames}, {});
    std::vector<vaddr> taken;
    auto piece = general.allocate(page_size, 1);
    for (; piece.is_ok(); piece = general.allocate(page_size, 1))
        taken.push_back(piece.value());
    EXPECT_EQ(taken.size(), 2u * 63);
    EXPECT_EQ(piece.error().code, MemoryError::Code::out_of_memory);
    general.free(taken[5]);
    EXPECT_EQ(general.allocate(page_size, 1).value(), taken[5]);
}

} // namespace
} // namespace flat::memory

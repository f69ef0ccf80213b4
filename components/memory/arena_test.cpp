// SPDX-License-Identifier: BSD-2-Clause
// Tests of memory for objects in a room of its own.
#include <memory/arena.hpp>

#include <domain/page.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace flat::memory {
namespace {

using domain::line_size;

class MemoryArena : public ::testing::Test {
protected:
    u32 fill(usize bytes) {
        u32 count = 0;
        for (auto place = arena.allocate(bytes); place.is_ok(); place = arena.allocate(bytes)) {
            taken.push_back(place.value());
            ++count;
        }
        return count;
    }

    void free_all(usize bytes) {
        for (vaddr const each : taken)
            arena.free(each, bytes);
        taken.clear();
    }

    Arena arena{{}, {}};
    std::vector<vaddr> taken;
};

TEST_F(MemoryArena, objects_are_zeros_on_lines_of_their_own_even_where_others_were_before) {
    for (int round = 0; round < 3; ++round) {
        EXPECT_GT(fill(200), Arena::room_bytes / 400);
        std::sort(taken.begin(), taken.end());
        for (usize i = 0; i < taken.size(); ++i) {
            auto* const bytes = pointer_to<u8>(taken[i]);
            EXPECT_EQ(taken[i] % line_size, 0u);
            if (i > 0) EXPECT_GE(taken[i], taken[i - 1] + 4 * line_size);
            EXPECT_TRUE(std::all_of(bytes, bytes + 200, [](u8 byte) { return byte == 0; }));
            memset(bytes, 0xff, 200);
        }
        free_all(200);
    }
}

TEST_F(MemoryArena, what_is_given_back_can_be_one_large_object_again) {
    fill(100);
    EXPECT_EQ(arena.allocate(100).error().code, MemoryError::Code::out_of_memory);
    free_all(100);
    EXPECT_TRUE(arena.allocate(Arena::room_bytes / 2).is_ok());
}

TEST_F(MemoryArena, nothing_and_more_than_there_is_are_refused) {
    EXPECT_EQ(arena.allocate(0).error().code, MemoryError::Code::invalid);
    for (usize const bytes : {Arena::room_bytes, Arena::room_bytes + 1, ~usize{0}})
        EXPECT_EQ(arena.allocate(bytes).error().code, MemoryError::Code::out_of_memory);
}

} // namespace
} // namespace flat::memory

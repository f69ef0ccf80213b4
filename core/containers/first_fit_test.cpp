// SPDX-License-Identifier: BSD-2-Clause
#include <core/containers/first_fit.hpp>

#include <cstring>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace flat {

namespace {

struct Room {
    alignas(FirstFit::alignment) u8 bytes[4096] = {};
    FirstFit pieces{bytes};
};

TEST(FirstFit, the_whole_room_is_one_piece_and_again_when_all_is_given_back) {
    Room memory;
    FirstFit& room = memory.pieces;
    usize const whole = 4096 - FirstFit::alignment;
    for (int i = 0; i < 3; ++i) {
        vaddr const piece = room.take(whole);
        ASSERT_NE(piece, 0u);
        EXPECT_EQ(piece % FirstFit::alignment, 0u);
        EXPECT_EQ(room.take(1), 0u);
        room.give(piece);
        vaddr const one = room.take(100);
        vaddr const other = room.take(100);
        room.give(one);
        room.give(other);
    }
    EXPECT_EQ(room.take(whole + 1), 0u);
    EXPECT_EQ(room.take(~usize{0}), 0u);
    room.give(0);
}

TEST(FirstFit, pieces_do_not_overlap_whatever_is_taken_and_given) {
    Room memory;
    FirstFit& room = memory.pieces;
    std::mt19937 random(1);
    std::map<vaddr, std::pair<usize, u8>> taken;
    usize refused = 0;
    for (u32 i = 0; i < 20'000; ++i) {
        if (random() % 2 == 0 || taken.empty()) {
            usize const bytes = random() % 700;
            vaddr const piece = room.take(bytes);
            if (piece == 0) {
                ++refused;
                continue;
            }
            u8 const mark = static_cast<u8>(i);
            memset(pointer_to<u8>(piece), mark, bytes);
            ASSERT_TRUE(taken.emplace(piece, std::pair(bytes, mark)).second);
        } else {
            auto const each = std::next(taken.begin(), random() % taken.size());
            auto const [bytes, mark] = each->second;
            for (usize place = 0; place < bytes; ++place)
                ASSERT_EQ(pointer_to<u8>(each->first)[place], mark);
            room.give(each->first);
            taken.erase(each);
        }
    }
    EXPECT_GT(refused, 100u);
}

} // namespace

} // namespace flat

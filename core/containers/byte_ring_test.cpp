// SPDX-License-Identifier: BSD-2-Clause
// Tests of bytes that wait in a row that goes round.
#include <core/containers/byte_ring.hpp>

#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace flat {
namespace {

TEST(ByteRing, gives_back_what_came_in_pieces_of_any_size) {
    std::mt19937 random(7);
    u8 room[37];
    ByteRing ring{Span<u8>(room)};
    std::deque<u8> expected;
    for (u32 step = 0; step < 2000; ++step) {
        std::vector<u8> bytes(random() % 50);
        for (u8& each : bytes)
            each = static_cast<u8>(random());
        u64 const given = ring.give(Span<u8 const>(bytes.data(), bytes.size()));
        EXPECT_EQ(given, std::min(bytes.size(), sizeof room - expected.size()));
        expected.insert(expected.end(), bytes.begin(), bytes.begin() + static_cast<i64>(given));
        std::vector<u8> taken(random() % 50);
        u64 const count = ring.take(Span<u8>(taken.data(), taken.size()));
        ASSERT_EQ(count, std::min(taken.size(), expected.size()));
        for (u64 i = 0; i < count; ++i) {
            ASSERT_EQ(taken[i], expected.front());
            expected.pop_front();
        }
        EXPECT_EQ(ring.size(), expected.size());
    }
}

} // namespace
} // namespace flat

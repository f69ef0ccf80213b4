// SPDX-License-Identifier: BSD-2-Clause
// Tests of what a mouse's bytes mean.
#include <driver/ps2_mouse_packets.hpp>

#include <gtest/gtest.h>
#include <initializer_list>
#include <random>

namespace flat::driver {
namespace {

u32 count(Ps2MousePackets& packets, std::initializer_list<int> bytes) {
    u32 complete = 0;
    for (int const byte : bytes)
        complete += packets.next(u8(byte));
    return complete;
}

void expect(Ps2MousePackets const& packets, i32 right, i32 down, u32 buttons) {
    EXPECT_EQ(packets.right(), right);
    EXPECT_EQ(packets.down(), down);
    EXPECT_EQ(packets.buttons(), buttons);
}

TEST(Ps2MousePackets, of_three_bytes_are_a_movement_and_buttons) {
    Ps2MousePackets packets;
    EXPECT_EQ(count(packets, {0x08, 5}), 0u);
    EXPECT_EQ(count(packets, {7}), 1u);
    expect(packets, 5, -7, 0);
    EXPECT_EQ(count(packets, {0x39, 0xff, 0xfe}), 1u);
    expect(packets, -1, 2, 1);
    EXPECT_EQ(count(packets, {0x3e, 0x00, 0x00}), 1u);
    expect(packets, -256, 256, 6);
    EXPECT_EQ(packets.unknown_bytes(), 0u);
}

TEST(Ps2MousePackets, are_found_again_after_bytes_got_lost) {
    Ps2MousePackets packets;
    EXPECT_EQ(count(packets, {0x05, 0x07, 0x08, 1, 2}), 1u);
    expect(packets, 1, -2, 0);
    EXPECT_EQ(packets.unknown_bytes(), 2u);
}

TEST(Ps2MousePackets, whose_movement_the_mouse_could_not_count_have_none) {
    Ps2MousePackets packets;
    EXPECT_EQ(count(packets, {0x49, 0xff, 0x10}), 1u);
    expect(packets, 0, 0, 1);
    EXPECT_EQ(packets.unknown_bytes(), 2u);
}

TEST(Ps2MousePackets, of_any_bytes_at_all_stay_within_nine_bits) {
    std::mt19937 random(3);
    Ps2MousePackets packets;
    for (u32 i = 0; i < 30'000; ++i)
        if (packets.next(u8(random()))) {
            ASSERT_TRUE(packets.right() >= -256 && packets.right() <= 255);
            ASSERT_TRUE(packets.down() >= -255 && packets.down() <= 256);
            ASSERT_LE(packets.buttons(), 7u);
        }
    EXPECT_GT(packets.unknown_bytes(), 0u);
}

} // namespace
} // namespace flat::driver

// SPDX-License-Identifier: BSD-2-Clause
// Permission bitmaps, port by port.
#include <x86_64/port_bitmap.hpp>

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace flat::arch {
namespace {

TEST(PortBitmap, permits_nothing_at_first_and_ends_with_a_byte_of_ones) {
    PortBitmap const bitmap;
    for (u32 port = 0; port < PortBitmap::ports; ++port)
        ASSERT_FALSE(bitmap.permits(port, port));
    ASSERT_EQ(sizeof bitmap, PortBitmap::ports / 8 + 1);
    EXPECT_EQ(reinterpret_cast<u8 const*>(&bitmap)[PortBitmap::ports / 8], 0xff);
}

TEST(PortBitmap, a_port_is_a_clear_bit_counted_from_the_lowest) {
    PortBitmap bitmap;
    bitmap.permit(0x3f9, 0x3f9);
    EXPECT_EQ(reinterpret_cast<u8 const*>(&bitmap)[0x3f8 / 8], 0xfd);
}

TEST(PortBitmap, permits_what_it_was_told_and_nothing_beside) {
    std::minstd_rand random(17);
    for (u32 round = 0; round < 200; ++round) {
        PortBitmap bitmap;
        std::vector<bool> expected(PortBitmap::ports);
        for (u32 i = 0; i < 3; ++i) {
            u32 const first = random() % PortBitmap::ports;
            u32 const last = std::min<u32>(first + random() % (1 << random() % 17), 0xffff);
            bitmap.permit(first, last);
            std::fill(expected.begin() + first, expected.begin() + last + 1, true);
        }
        for (u32 port = 0; port < PortBitmap::ports; ++port)
            ASSERT_EQ(bitmap.permits(port, port), expected[port]) << port;
    }
}

TEST(PortBitmap, several_ports_are_permitted_if_each_of_them_is) {
    PortBitmap bitmap;
    bitmap.permit(0x60, 0x63);
    EXPECT_TRUE(bitmap.permits(0x60, 0x63));
    EXPECT_FALSE(bitmap.permits(0x5f, 0x60));
    EXPECT_FALSE(bitmap.permits(0x63, 0x64));
    bitmap.forbid_all();
    EXPECT_FALSE(bitmap.permits(0x60, 0x60));
}

} // namespace
} // namespace flat::arch

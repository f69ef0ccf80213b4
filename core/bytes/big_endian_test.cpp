// SPDX-License-Identifier: BSD-2-Clause
// Tests of numbers in the byte order of networks.
#include <core/bytes/big_endian.hpp>

#include <gtest/gtest.h>

namespace flat {
namespace {

TEST(CoreBigEndian, the_most_significant_byte_comes_first) {
    u8 bytes[5] = {};
    store_big_endian(bytes + 1, 0x01fe8304);
    EXPECT_EQ(bytes[0], 0);
    EXPECT_EQ(bytes[1], 0x01);
    EXPECT_EQ(bytes[2], 0xfe);
    EXPECT_EQ(bytes[3], 0x83);
    EXPECT_EQ(bytes[4], 0x04);
    EXPECT_EQ(load_big_endian(bytes + 1), 0x01fe8304u);
}

TEST(CoreBigEndian, numbers_of_two_and_six_bytes_are_alike) {
    u8 bytes[8] = {};
    store_big_endian_u16(bytes, 0x0102);
    store_big_endian_u48(bytes + 2, 0xfffefd030405);
    EXPECT_EQ(load_big_endian_u16(bytes), 0x0102);
    EXPECT_EQ(load_big_endian(bytes), 0x0102fffeu);
    EXPECT_EQ(load_big_endian(bytes + 4), 0xfd030405u);
    EXPECT_EQ(load_big_endian_u48(bytes + 2), 0xfffefd030405u);
}

} // namespace
} // namespace flat

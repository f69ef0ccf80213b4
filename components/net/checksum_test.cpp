// SPDX-License-Identifier: BSD-2-Clause
// Tests of the checksum of the Internet protocols.
#include <net/checksum.hpp>

#include <net/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::net {
namespace {

using testing::Bytes;
using testing::hex;

/// As RFC 1071 defines it, byte by byte.
u16 defined(Bytes const& bytes) {
    u32 sum = 0;
    for (usize i = 0; i < bytes.size(); ++i)
        sum += i % 2 == 0 ? u32(bytes[i]) << 8 : bytes[i];
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return static_cast<u16>(~sum);
}

u16 stored(Checksum const& checksum) {
    u8 place[2];
    checksum.store(place);
    return load_big_endian_u16(place);
}

TEST(NetChecksum, a_header_of_the_standard_example_is_right) {
    Bytes const header = hex("45000073 00004000 4011b861 c0a80001 c0a800c7");
    Checksum checksum;
    checksum.add(Span<u8 const>(header.data(), header.size()));
    EXPECT_TRUE(checksum.is_right());
}

TEST(NetChecksum, the_sum_of_any_bytes_in_any_pieces_is_that_of_the_definition) {
    testing::TestBuffers buffers(64);
    std::mt19937 random(3);
    for (u32 round = 0; round < 300; ++round) {
        Bytes bytes(random() % 3000);
        for (u8& each : bytes)
            each = static_cast<u8>(round % 3 == 0 ? 0xff : random());
        Message message(buffers.pool());
        for (usize at = 0; at < bytes.size();) {
            usize const size = std::min<usize>(1 + random() % 700, bytes.size() - at);
            Message part = buffers.message(testing::first(testing::after(bytes, at), size));
            ASSERT_TRUE(message.join(part).is_ok());
            at += size;
        }
        Checksum whole, pieces;
        whole.add(Span<u8 const>(bytes.data(), bytes.size()));
        pieces.add(message);
        EXPECT_EQ(stored(whole), defined(bytes)) << round;
        EXPECT_EQ(stored(pieces), defined(bytes)) << round;
    }
}

TEST(NetChecksum, numbers_count_as_they_are_sent) {
    Checksum numbers, bytes;
    numbers.add_u32(0xc0a80001);
    numbers.add(u16{0x1234});
    numbers.add_folded(0);
    Bytes const sent = hex("c0a80001 1234");
    bytes.add(Span<u8 const>(sent.data(), sent.size()));
    EXPECT_EQ(stored(numbers), stored(bytes));
}

TEST(NetChecksum, a_header_counts_like_its_bytes) {
    Bytes const header = hex("45000073 00004000 4011b861 c0a80001 c0a800c7");
    Checksum checksum;
    checksum.add_header(header.data(), static_cast<u32>(header.size()));
    EXPECT_TRUE(checksum.is_right());
}

TEST(NetChecksum, where_0_means_that_there_is_none_the_other_zero_is_stored) {
    u8 place[2];
    Checksum checksum;
    checksum.add(u16{0xffff});
    EXPECT_EQ(stored(checksum), 0u);
    checksum.store_not_zero(place);
    EXPECT_EQ(load_big_endian_u16(place), 0xffffu);
    Checksum other;
    other.add(u16{0x1234});
    other.store_not_zero(place);
    EXPECT_EQ(load_big_endian_u16(place), stored(other));
}

} // namespace
} // namespace flat::net

// SPDX-License-Identifier: BSD-2-Clause
// Tests of bytes that are summed up while they are copied.
#include <net/summed_copy.hpp>

#include <net/checksum.hpp>
#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net {
namespace {

using testing::Bytes;
using testing::bytes_of;
using testing::pattern;

Span<u8 const> span_of(Bytes const& bytes) {
    return {bytes.data(), bytes.size()};
}

/// What is sent in the header of a message of these bytes.
u16 stored(Message const& message) {
    Checksum checksum;
    checksum.add(message);
    u8 place[2];
    checksum.store(place);
    return load_big_endian_u16(place);
}

u16 stored(Bytes const& bytes) {
    Checksum checksum;
    checksum.add(span_of(bytes));
    u8 place[2];
    checksum.store(place);
    return load_big_endian_u16(place);
}

/// The same bytes with one of them damaged, which only those notice who look at it.
void damage(Message const& message, u32 piece) {
    message.pieces()[piece].begin[1] ^= 0xff;
}

class NetSummedCopy : public ::testing::Test {
protected:
    void append(Bytes const& bytes, u32 first, u32 others) {
        ASSERT_TRUE(append_summed(message, span_of(bytes), first, others).is_ok());
    }

    testing::TestBuffers buffers{16};
    Message message{buffers.pool()};
};

TEST_F(NetSummedCopy, pieces_are_as_long_as_segments_and_begin_buffers) {
    Bytes const bytes = pattern(4000);
    append(bytes, 300, 1448);
    EXPECT_EQ(bytes_of(message), bytes);
    ASSERT_EQ(message.pieces().size(), 4u);
    u32 const sizes[] = {300, 1448, 1448, 804};
    for (u32 i = 0; i < 4; ++i)
        EXPECT_EQ(message.pieces()[i].size, sizes[i]) << i;
    EXPECT_EQ(buffers.used(), 4u);
}

TEST_F(NetSummedCopy, the_sum_of_odd_pieces_is_that_of_their_bytes) {
    for (u32 first = 1; first < 40; ++first) {
        Bytes const bytes = pattern(200 + first % 3, first);
        append(bytes, first, 33);
        EXPECT_EQ(stored(message), stored(bytes)) << first;
        message.clear();
    }
}

TEST_F(NetSummedCopy, nobody_looks_at_the_bytes_again) {
    Bytes const bytes = pattern(2000);
    append(bytes, 1448, 1448);
    damage(message, 0);
    damage(message, 1);
    EXPECT_EQ(stored(message), stored(bytes));
    Message second(buffers.pool());
    ASSERT_TRUE(message.share_part(1448, 552, second).is_ok());
    EXPECT_EQ(stored(second), stored(testing::after(bytes, 1448)));
}

TEST_F(NetSummedCopy, of_what_was_changed_the_sum_is_not_known) {
    Bytes const bytes = pattern(100);
    auto const looks_again = [&](auto const& change) {
        append(bytes, 100, 100);
        change();
        EXPECT_EQ(stored(message), stored(bytes_of(message)));
        message.clear();
    };
    looks_again([&] { message.pop(3); });
    looks_again([&] { message.trim(40); });
    looks_again([&] { std::fill_n(message.push(8).value(), 8, u8{7}); });
    looks_again([&] { std::fill_n(message.extend(8).value(), 8, u8{7}); });
    looks_again([&] { ASSERT_TRUE(message.append(span_of(bytes)).is_ok()); });
    looks_again([&] {
        Message rest(buffers.pool());
        ASSERT_TRUE(message.split(51, rest).is_ok());
        EXPECT_EQ(stored(rest), stored(bytes_of(rest)));
    });
}

TEST_F(NetSummedCopy, without_buffers_the_message_stays_as_it_was) {
    Bytes const before = pattern(10);
    append(before, 10, 10);
    EXPECT_TRUE(append_summed(message, span_of(pattern(30'000)), 1448, 1448).is_error());
    EXPECT_EQ(bytes_of(message), before);
    EXPECT_EQ(buffers.used(), 2u); // with the list of its pieces
}

} // namespace
} // namespace flat::net

// SPDX-License-Identifier: BSD-2-Clause
// Tests of headers of TCP.
#include <net/tcp/segment.hpp>

#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::tcp {
namespace {

using testing::bytes_of;
using testing::hex;
using testing::pattern;
using testing::operator+;

class NetTcpSegment : public ::testing::Test {
protected:
    ~NetTcpSegment() override { EXPECT_EQ(buffers.used(), 0u); }

    testing::TestBuffers buffers{8};
};

TEST_F(NetTcpSegment, what_is_written_is_read_again) {
    for (u32 options = 0; options < 40; ++options) {
        Segment sent;
        sent.source = 1000;
        sent.destination = 80;
        sent.sequence = 0xfffffff0;
        sent.acknowledgement = 0x01020304;
        sent.flags = Segment::ack | Segment::psh;
        sent.window = 4096;
        sent.mss = options & 1 ? 1460 : 0;
        sent.has_window_shift = options & 2;
        sent.window_shift = options & 2 ? 7 : 0;
        sent.has_timestamps = options & 4;
        sent.timestamp = options & 4 ? 0xaabbccdd : 0;
        sent.echoed_timestamp = options & 4 ? 5 : 0;
        sent.may_select = options >= 8 && options < 16;
        sent.selected_count = options / 8 > 1 ? options / 8 - 1 : 0;
        for (u32 i = 0; i < sent.selected_count; ++i)
            sent.selected[i] = {i * 1000, i * 1000 + 7};
        if (sent.selected_count > 0) sent.mss = 0;
        if (sent.selected_count > 0) sent.has_window_shift = false;
        Message message = buffers.message(pattern(50));
        ASSERT_TRUE(sent.write(message).is_ok());
        EXPECT_EQ(message.size(), 50 + sent.written_bytes());
        Segment read;
        ASSERT_TRUE(read_segment(message, read));
        EXPECT_EQ(bytes_of(message), pattern(50));
        EXPECT_EQ(read.data_bytes, 50u);
        EXPECT_EQ(read.sequence, sent.sequence);
        EXPECT_EQ(read.acknowledgement, sent.acknowledgement);
        EXPECT_EQ(read.flags, sent.flags);
        EXPECT_EQ(read.window, sent.window);
        EXPECT_EQ(read.mss, sent.mss);
        EXPECT_EQ(read.has_window_shift, sent.has_window_shift);
        EXPECT_EQ(read.window_shift, sent.has_window_shift ? sent.window_shift : 0);
        EXPECT_EQ(read.may_select, sent.may_select);
        ASSERT_EQ(read.selected_count, sent.selected_count);
        for (u32 i = 0; i < sent.selected_count; ++i)
            EXPECT_EQ(read.selected[i], sent.selected[i]);
        EXPECT_EQ(read.has_timestamps, sent.has_timestamps);
        EXPECT_EQ(read.timestamp, sent.timestamp);
        EXPECT_EQ(read.echoed_timestamp, sent.echoed_timestamp);
    }
}

TEST_F(NetTcpSegment, headers_that_lie_about_their_length_are_refused) {
    auto const header = hex("03e80050 00000001 00000002 5018 1000 0000 0000");
    for (u8 const length : {0x00, 0x40, 0x60, 0xf0}) {
        auto bytes = header;
        bytes[12] = length;
        Message message = buffers.message(bytes);
        Segment segment;
        EXPECT_FALSE(read_segment(message, segment)) << int(length);
    }
    Message short_one = buffers.message(testing::first(header, 19));
    Segment segment;
    EXPECT_FALSE(read_segment(short_one, segment));
}

TEST_F(NetTcpSegment, options_that_lie_about_their_length_end_the_options) {
    for (char const* options : {"02040000", "0200ffff", "02ff0000", "080a0000", "01010102"}) {
        Message message = buffers.message(hex(std::string("03e80050 00000001 00000002 6018 1000"
                                                          "0000 0000") +
                                              options));
        Segment segment;
        ASSERT_TRUE(read_segment(message, segment));
        EXPECT_EQ(segment.mss, 0);
        EXPECT_FALSE(segment.has_timestamps);
    }
}

TEST_F(NetTcpSegment, options_are_found_after_unknown_ones_and_at_any_byte_of_any_segment) {
    for (char const* options : {"6306 00000000 01 0204 03e8 00", "01 0204 03e8 6305 000000 00 00",
                                "0204 03e8 0000 0000 0000 0000"}) {
        Message message =
            buffers.message(hex("03e80050 00000001 00000002 8010 1000 0000 0000") + hex(options));
        Segment segment;
        ASSERT_TRUE(read_segment(message, segment));
        EXPECT_EQ(segment.mss, 1000) << options;
    }
}

TEST_F(NetTcpSegment, ranges_that_are_cut_or_too_many_are_not_read) {
    auto const with = [&](std::string const& options) {
        Message message = buffers.message(
            hex("03e80050 00000001 00000002") +
            testing::Bytes{static_cast<u8>((5 + hex(options).size() / 4) << 4), 0x10} +
            hex("1000 0000 0000") + hex(options));
        Segment segment;
        EXPECT_TRUE(read_segment(message, segment));
        return segment;
    };
    EXPECT_EQ(with("0101050c 00000001 00000002 00000003").selected_count, 0u); // no pair
    EXPECT_EQ(with("01010512 00000001 00000002 00000003").selected_count, 0u); // not there
    EXPECT_EQ(with("01010522 00000001 00000002 00000003 00000004 00000005 00000006 00000007 "
                   "00000008")
                  .selected_count,
              3u);
    EXPECT_FALSE(with("01040300").may_select);
}

} // namespace
} // namespace flat::net::tcp

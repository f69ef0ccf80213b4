// SPDX-License-Identifier: BSD-2-Clause
// Tests of messages.
#include <core/net/message.hpp>

#include <net/testing.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace flat::net {
namespace {

using testing::Bytes;
using testing::bytes_of;
using testing::pattern;
using testing::TestBuffers;

class NetMessage : public ::testing::Test {
protected:
    ~NetMessage() override { EXPECT_EQ(buffers.used(), 0u); }

    void push(Message& message, Bytes const& header) {
        u8* const place = message.push(static_cast<u32>(header.size())).value();
        std::copy(header.begin(), header.end(), place);
    }

    TestBuffers buffers{64};
};

Bytes joined(Bytes a, Bytes const& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

TEST_F(NetMessage, headers_are_pushed_before_the_data_without_another_buffer) {
    Message message = buffers.message(pattern(100));
    push(message, pattern(20, 7));
    push(message, pattern(14, 9));
    EXPECT_EQ(bytes_of(message), joined(pattern(14, 9), joined(pattern(20, 7), pattern(100))));
    EXPECT_EQ(message.pieces().size(), 1u);
    message.pop(14);
    message.pop(20);
    EXPECT_EQ(bytes_of(message), pattern(100));
}

TEST_F(NetMessage, the_lifetime_goes_where_the_contents_go) {
    Message message = buffers.message(pattern(100));
    EXPECT_EQ(message.lifetime(), 0);
    message.set_lifetime(9);
    message.pop(20);
    Message copy(buffers.pool()), moved(buffers.pool());
    ASSERT_TRUE(message.share_with(copy).is_ok());
    moved = flat::move(message);
    EXPECT_EQ(copy.lifetime(), 9);
    EXPECT_EQ(moved.lifetime(), 9);
    EXPECT_EQ(message.lifetime(), 0);
    moved.clear();
    EXPECT_EQ(moved.lifetime(), 0);
    copy.pop(80);
    EXPECT_EQ(copy.lifetime(), 9);
    copy.clear();
    EXPECT_EQ(copy.lifetime(), 0) << "of a message of which nothing is left";
}

TEST_F(NetMessage, a_header_never_reaches_a_message_that_shares_the_buffer) {
    Message message = buffers.message(joined(pattern(20, 7), pattern(100)));
    Message copy(buffers.pool());
    ASSERT_TRUE(message.share_with(copy).is_ok());
    EXPECT_EQ(buffers.used(), 1u);
    message.pop(20);
    push(message, pattern(20, 9));
    EXPECT_EQ(bytes_of(copy), joined(pattern(20, 7), pattern(100)));
    EXPECT_EQ(bytes_of(message), joined(pattern(20, 9), pattern(100)));
    EXPECT_EQ(message.pieces().size(), 2u);
    copy.clear();
    EXPECT_EQ(buffers.used(), 2u);
}

TEST_F(NetMessage, data_are_not_appended_to_a_shared_buffer) {
    Message message = buffers.message(pattern(10));
    Message copy(buffers.pool());
    ASSERT_TRUE(message.share_with(copy).is_ok());
    *message.extend(1).value() = 1;
    *copy.extend(1).value() = 2;
    EXPECT_EQ(bytes_of(message), joined(pattern(10), {1}));
    EXPECT_EQ(bytes_of(copy), joined(pattern(10), {2}));
}

TEST_F(NetMessage, a_header_that_lies_in_two_pieces_is_copied_together) {
    Message message = buffers.message(pattern(8, 2));
    Message head = buffers.message(pattern(5));
    ASSERT_TRUE(head.join(message).is_ok());
    EXPECT_TRUE(message.is_empty());
    u8 scratch[13];
    EXPECT_EQ(head.peek(5, scratch), head.pieces()[0].begin);
    EXPECT_EQ(head.peek(13, scratch), scratch);
    EXPECT_EQ(Bytes(scratch, scratch + 13), joined(pattern(5), pattern(8, 2)));
    EXPECT_EQ(head.peek(14, scratch), nullptr);
}

TEST_F(NetMessage, a_stream_of_many_pieces_is_joined_and_taken_off_without_end) {
    Message stream(buffers.pool());
    u32 next = 0;
    u32 expected = 0;
    for (u32 round = 0; round < 300; ++round) {
        while (stream.pieces().size() < 20) {
            Message more = buffers.message(Bytes(3, static_cast<u8>(next++)));
            ASSERT_TRUE(stream.join(more).is_ok());
        }
        for (u32 i = 0; i < 7; ++i) {
            u8 scratch[3];
            ASSERT_EQ(stream.peek(3, scratch)[2], static_cast<u8>(expected++));
            stream.pop(3);
        }
    }
    EXPECT_EQ(stream.size(), (next - expected) * 3);
    stream.clear();
    EXPECT_EQ(buffers.used(), 0u);
}

TEST_F(NetMessage, fragments_share_what_they_were_cut_from) {
    Message whole = buffers.message(pattern(5000));
    u32 const used = buffers.used();
    Message rest(buffers.pool());
    ASSERT_TRUE(whole.split(1480, rest).is_ok());
    EXPECT_EQ(buffers.used(), used);
    EXPECT_EQ(whole.size(), 1480u);
    EXPECT_EQ(rest.size(), 3520u);
    ASSERT_TRUE(whole.join(rest).is_ok());
    EXPECT_EQ(bytes_of(whole), pattern(5000));
    Message nothing_left(buffers.pool());
    ASSERT_TRUE(whole.split(5000, nothing_left).is_ok());
    EXPECT_TRUE(nothing_left.is_empty());
}

TEST_F(NetMessage, the_longest_datagram_can_be_put_together_of_fragments) {
    TestBuffers many(128);
    Message whole(many.pool());
    for (u32 i = 0; i < 45; ++i) {
        Message fragment = many.message(pattern(1480, i));
        ASSERT_TRUE(whole.join(fragment).is_ok());
    }
    EXPECT_EQ(whole.size(), 45u * 1480);
    Message moved(flat::move(whole));
    EXPECT_TRUE(whole.is_empty());
    moved.pop(44 * 1480);
    EXPECT_EQ(bytes_of(moved), pattern(1480, 44));
    moved.clear();
    EXPECT_EQ(many.used(), 0u);
}

TEST_F(NetMessage, without_buffers_nothing_changes) {
    TestBuffers few(4);
    Message message = few.message(pattern(5000));
    Message copy(few.pool());
    ASSERT_TRUE(message.share_with(copy).is_ok());
    Message last = few.message(pattern(1));
    EXPECT_TRUE(message.push(8).is_error());
    EXPECT_TRUE(message.append({pattern(3000).data(), 3000}).is_error());
    EXPECT_TRUE(message.join(copy).is_error()); // a list of six pieces needs a buffer
    EXPECT_EQ(bytes_of(message), pattern(5000));
    EXPECT_EQ(bytes_of(copy), pattern(5000));
    EXPECT_EQ(message.push(Message::head_room + 1).error().code, memory::MemoryError::invalid);
}

/// Does the same with messages and with plain bytes.
TEST_F(NetMessage, any_sequence_of_operations_is_that_on_bytes) {
    std::mt19937 random(20260101);
    auto const below = [&](u32 limit) { return static_cast<u32>(random() % limit); };
    Message message(buffers.pool());
    Message other(buffers.pool());
    Bytes bytes, other_bytes;
    for (u32 step = 0; step < 20000; ++step) {
        u32 const size = below(200);
        switch (below(8)) {
        case 0:
            if (size > Message::head_room || message.push(size).is_error()) break;
            message.pop(size);
            push(message, pattern(size, step));
            bytes = joined(pattern(size, step), bytes);
            break;
        case 1:
            message.pop(size);
            bytes.erase(bytes.begin(), bytes.begin() + std::min<long>(size, ssize(bytes)));
            break;
        case 2:
            if (Bytes const more = pattern(size * 10, step);
                message.append({more.data(), more.size()}).is_ok())
                bytes = joined(bytes, more);
            break;
        case 3:
            message.trim(size * 20);
            bytes.resize(std::min<usize>(bytes.size(), size * 20));
            break;
        case 4:
            if (!other.is_empty() || message.split(size * 10, other).is_error()) break;
            other_bytes.assign(bytes.begin() + std::min<long>(size * 10, ssize(bytes)),
                               bytes.end());
            bytes.resize(std::min<usize>(bytes.size(), size * 10));
            break;
        case 5:
            if (message.join(other).is_error()) break;
            bytes = joined(bytes, other_bytes);
            other_bytes.clear();
            break;
        case 6:
            if (!other.is_empty() || message.share_with(other).is_error()) break;
            other_bytes = bytes;
            break;
        default:
            std::swap(bytes, other_bytes);
            Message third(flat::move(message));
            message = flat::move(other);
            other = flat::move(third);
        }
        ASSERT_EQ(bytes_of(message), bytes) << step;
        ASSERT_EQ(bytes_of(other), other_bytes) << step;
    }
}

} // namespace
} // namespace flat::net

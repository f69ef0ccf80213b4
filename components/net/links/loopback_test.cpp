// SPDX-License-Identifier: BSD-2-Clause
// Tests of the link that leads back.
#include <net/links/loopback.hpp>

#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::links {
namespace {

using testing::Bytes;
using testing::pattern;

/// Has all its buffers from a test.
class TestSource : public Buffers {
public:
    explicit TestSource(BufferPool& pool) : pool_(pool) {}
    BufferPool& pool() override { return pool_; }

private:
    BufferPool& pool_;
};

/// Answers each frame but the shortest by one that is a byte shorter.
class Answerer : public testing::TestReceiver {
public:
    void received(Message& frame) override {
        TestReceiver::received(frame);
        ++depth;
        deepest = std::max(deepest, depth);
        if (frame.size() > 20) {
            frame.trim(frame.size() - 1);
            EXPECT_TRUE(link->send(frame).is_ok());
        }
        --depth;
    }
    Link* link = nullptr;
    u32 depth = 0;
    u32 deepest = 0;
};

class NetLoopback : public ::testing::Test {
protected:
    NetLoopback() { link.late_receiver().bind(receiver); }

    testing::TestBuffers buffers{100};
    TestSource source{buffers.pool()};
    Answerer receiver;
    Loopback link{{.buffers = source}, {}};
};

TEST_F(NetLoopback, what_is_sent_comes_in_the_same_buffer) {
    Message frame = buffers.message(pattern(20));
    u8 const* const place = frame.pieces()[0].begin;
    EXPECT_TRUE(link.send(frame).is_ok());
    EXPECT_EQ(receiver.frames, std::vector<Bytes>{pattern(20)});
    EXPECT_EQ(buffers.used(), 0u);
    Message next = buffers.message(pattern(20));
    EXPECT_EQ(next.pieces()[0].begin, place); // it was the only one
    EXPECT_EQ(link.statistics().received_bytes, 20u);
}

TEST_F(NetLoopback, answers_wait_until_the_frame_has_been_handled) {
    receiver.link = &link;
    Message frame = buffers.message(pattern(50));
    EXPECT_TRUE(link.send(frame).is_ok());
    EXPECT_EQ(receiver.frames.size(), 31u);
    EXPECT_EQ(receiver.deepest, 1u);
}

TEST_F(NetLoopback, frames_wait_for_a_poll_and_no_more_than_there_is_room_for) {
    link.set_interrupts(false);
    for (u32 i = 0; i < 64; ++i) {
        Message frame = buffers.message(pattern(20, i));
        ASSERT_TRUE(link.send(frame).is_ok());
    }
    Message frame = buffers.message(pattern(20));
    EXPECT_EQ(link.send(frame).error().code, LinkError::full);
    EXPECT_EQ(frame.size(), 20u);
    EXPECT_EQ(link.poll(10), 10u);
    link.set_interrupts(true);
    EXPECT_EQ(receiver.frames.size(), 64u);
    EXPECT_EQ(receiver.frames[63], pattern(20, 63));
    frame.trim(13);
    EXPECT_EQ(link.send(frame).error().code, LinkError::bad_length);
}

TEST_F(NetLoopback, what_waits_at_the_end_is_given_back) {
    {
        Loopback other{{.buffers = source}, {}};
        other.set_interrupts(false);
        Message frame = buffers.message(pattern(20));
        ASSERT_TRUE(other.send(frame).is_ok());
        EXPECT_EQ(buffers.used(), 1u);
    }
    EXPECT_EQ(buffers.used(), 0u);
}

} // namespace
} // namespace flat::net::links

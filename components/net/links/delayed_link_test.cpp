// SPDX-License-Identifier: BSD-2-Clause
// Tests of a long cable.
#include <net/links/delayed_link.hpp>

#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::links {
namespace {

using testing::Bytes;

struct NetDelayedLink : ::testing::Test {
    struct Bound : DelayedLink {
        using DelayedLink::DelayedLink;
        void bind(Receiver& receiver) { above.bind(receiver); }
    };

    NetDelayedLink() { link.bind(above); }

    void send(u8 number) {
        Message frame = buffers.all.message({number});
        if (link.send(frame).is_error()) ADD_FAILURE();
    }
    void receive(u8 number) {
        Message frame = buffers.all.message({number});
        link.received(frame);
    }

    struct PoolOfTest : Buffers {
        BufferPool& pool() override { return all.pool(); }
        testing::TestBuffers all{300};
    } buffers;
    testing::TestAlarms alarms;
    testing::TestLink beneath{1};
    testing::TestReceiver above;
    Bound link{{.link = beneath, .alarms = alarms, .buffers = buffers}, {.delay_us = 5000}};
};

TEST_F(NetDelayedLink, a_frame_arrives_after_its_time_and_not_before) {
    send(1);
    alarms.pass_ms(4);
    EXPECT_TRUE(beneath.sent.empty());
    alarms.pass_ms(1);
    EXPECT_EQ(beneath.take(), (std::vector<Bytes>{{1}}));
    EXPECT_TRUE(alarms.is_idle());
}

TEST_F(NetDelayedLink, frames_keep_their_order_and_distances) {
    receive(1);
    alarms.pass_ms(2);
    receive(2);
    receive(3);
    alarms.pass_ms(3);
    EXPECT_EQ(above.frames, (std::vector<Bytes>{{1}}));
    alarms.pass_ms(2);
    EXPECT_EQ(above.frames, (std::vector<Bytes>{{1}, {2}, {3}}));
}

TEST_F(NetDelayedLink, both_directions_wait_apart) {
    send(1);
    alarms.pass_ms(1);
    receive(2);
    alarms.pass_ms(4);
    EXPECT_EQ(beneath.sent.size(), 1u);
    EXPECT_TRUE(above.frames.empty());
    alarms.pass_ms(1);
    EXPECT_EQ(above.frames.size(), 1u);
}

TEST_F(NetDelayedLink, what_finds_no_room_is_lost_and_its_buffer_free) {
    for (u32 i = 0; i < 260; ++i)
        send(static_cast<u8>(i));
    EXPECT_EQ(buffers.all.used(), 256u);
    alarms.pass_ms(5);
    EXPECT_EQ(beneath.take().size(), 256u);
    EXPECT_EQ(buffers.all.used(), 0u);
}

TEST_F(NetDelayedLink, a_frame_that_the_link_does_not_take_is_lost) {
    beneath.is_full = true;
    send(1);
    alarms.pass_ms(5);
    EXPECT_EQ(buffers.all.used(), 0u);
}

} // namespace
} // namespace flat::net::links

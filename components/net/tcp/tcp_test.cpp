// SPDX-License-Identifier: BSD-2-Clause
// Tests of TCP as a protocol, over a loopback with itself.
#include <net/tcp/tcp.hpp>

#include <net/tcp/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::tcp {
namespace {

using namespace testing;
using State = StreamSession::State;

constexpr u32 here = 0x7f000001;

class NetTcp : public TcpHost {
protected:
    StreamSession& connect(u16 port) { return *tcp.connect(client, {0, here, 0, port}).value(); }
    bool send(StreamSession& session, Bytes const& bytes) {
        Message message = buffers.all.message(bytes);
        return session.push(message).is_ok();
    }
};

TEST_F(NetTcp, a_connection_comes_about_carries_bytes_both_ways_and_ends) {
    ASSERT_TRUE(tcp.listen(server, {0, 0, 80, 0}).is_ok());
    StreamSession& near = connect(80);
    ASSERT_EQ(server.sessions.size(), 1u);
    StreamSession& far = *server.sessions[0];
    EXPECT_EQ(near.state(), State::connected);
    EXPECT_EQ(far.state(), State::connected);
    EXPECT_EQ(far.participants().remote_port, near.participants().local_port);
    ASSERT_TRUE(send(near, pattern(20000)));
    alarms.pass_ms(300);
    EXPECT_EQ(receive(far), pattern(20000));
    ASSERT_TRUE(send(far, pattern(300, 2)));
    EXPECT_EQ(receive(near), pattern(300, 2));
    near.finish();
    EXPECT_EQ(far.state(), State::ended);
    ASSERT_TRUE(send(far, pattern(7)));
    far.finish();
    EXPECT_EQ(receive(near), pattern(7));
    EXPECT_EQ(far.state(), State::closed);
    EXPECT_TRUE(far.check().is_ok());
    far.release();
    near.release();
    alarms.pass_ms(100'000);
    EXPECT_TRUE(alarms.is_idle());
    EXPECT_EQ(buffers.all.used(), 0u);
}

TEST_F(NetTcp, where_nobody_listens_connections_are_refused) {
    StreamSession& session = connect(81);
    EXPECT_EQ(session.state(), State::closed);
    EXPECT_EQ(session.check().error().code, NetworkError::refused);
    EXPECT_GT(client.changes, 0u);
    session.release();
    server.accepts = false;
    ASSERT_TRUE(tcp.listen(server, {0, 0, 80, 0}).is_ok());
    StreamSession& other = connect(80);
    alarms.pass_ms(100'000);
    EXPECT_NE(other.state(), State::connected);
    other.release();
}

TEST_F(NetTcp, places_are_used_again_and_bounded) {
    ASSERT_TRUE(tcp.listen(server, {0, 0, 80, 0}).is_ok());
    for (u32 i = 0; i < 20; ++i) { // more than there are places, each of which waits for its end
        StreamSession& near = connect(80);
        ASSERT_EQ(near.state(), State::connected) << i;
        near.release();
        server.sessions.back()->release();
    }
    for (u32 i = 0; i < 4; ++i)
        connect(80);
    auto const another = tcp.connect(client, {0, here, 0, 80});
    EXPECT_EQ(another.error().code, NetworkError::exhausted);
}

TEST_F(NetTcp, a_flood_of_first_segments_keeps_nobody_else_out) {
    ASSERT_TRUE(tcp.listen(server, {0, 0, 80, 0}).is_ok());
    for (u16 i = 0; i < 100; ++i)
        arrive({.source = static_cast<u16>(1000 + i)});
    EXPECT_EQ(network.take().size(), 100u);
    StreamSession& near = connect(80);
    EXPECT_EQ(near.state(), State::connected);
    near.release();
    alarms.pass_ms(200'000);
}

TEST_F(NetTcp, segments_of_no_connection_are_answered_with_a_reset_but_for_resets) {
    arrive({.flags = Segment::syn, .destination = 81});
    arrive({.flags = Segment::ack, .destination = 81});
    arrive({.flags = Segment::rst, .destination = 81});
    auto const sent = network.take();
    ASSERT_EQ(sent.size(), 2u);
    EXPECT_EQ(sent[0].bytes[33], Segment::rst | Segment::ack);
    EXPECT_EQ(sent[1].bytes[33], Segment::rst);
    Bytes damaged(40, 7);
    network.arrive(buffers.all, packet({.user = 6}, damaged));
    EXPECT_EQ(tcp.malformed(), 1u);
}

TEST_F(NetTcp, ports_that_are_taken_and_uppers_without_streams_are_refused) {
    ASSERT_TRUE(tcp.listen(server, {0, 0, 80, 0}).is_ok());
    EXPECT_EQ(tcp.listen(client, {0, 0, 80, 0}).error().code, NetworkError::in_use);
    EXPECT_GE(tcp.listen(client, {0, 0, 0, 0}).value().local_port, 49152);
    EXPECT_EQ(tcp.listen(client, {0, 0, 82, 0}).error().code, NetworkError::exhausted);
    TestUpper datagrams;
    EXPECT_EQ(tcp.open(&datagrams, {0, here, 0, 80}).error().code, NetworkError::invalid);
    EXPECT_EQ(tcp.open(nullptr, {0, here, 0, 80}).error().code, NetworkError::invalid);
    EXPECT_EQ(tcp.connect(client, {0, here, 0, 0}).error().code, NetworkError::invalid);
    tcp.open_disable({0, 0, 80, 0});
    EXPECT_TRUE(tcp.listen(client, {0, 0, 82, 0}).is_ok());
}

TEST_F(NetTcp, without_memory_there_is_no_connection_and_nothing_is_lost) {
    ASSERT_TRUE(tcp.listen(server, {0, 0, 80, 0}).is_ok());
    for (usize left = 0; left < 2; ++left) {
        allocator.left = left;
        EXPECT_EQ(tcp.connect(client, {0, here, 0, 80}).error().code, NetworkError::exhausted);
    }
    allocator.left = ~usize(0);
    StreamSession& near = connect(80);
    EXPECT_EQ(near.state(), State::connected);
}

} // namespace
} // namespace flat::net::tcp

// SPDX-License-Identifier: BSD-2-Clause
// Tests of TCP as a protocol, over a loopback with itself.
#include <net/tcp/tcp.hpp>

#include <net/ip/icmp.hpp>
#include <net/ip/ipv4.hpp>
#include <net/ip/loopback.hpp>
#include <net/ip/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::tcp {
namespace {

using namespace ip::testing;
using State = StreamSession::State;

constexpr u32 here = 0x7f000001;

/// Accepts whoever connects, and remembers what has changed.
class TestStreams : public StreamUpper {
public:
    bool deliver(Participants const&, Message&) override { return false; }
    void failed(Participants const&, Problem, u32, Span<u8 const>) override {}
    StreamUpper* accepted(StreamSession& session) override {
        if (!accepts) return nullptr;
        sessions.push_back(&session);
        return this;
    }
    void changed(StreamSession&) override { ++changes; }

    bool accepts = true;
    std::vector<StreamSession*> sessions;
    u32 changes = 0;
};

class NetTcp : public ::testing::Test {
protected:
    struct BoundIpv4 : ip::Ipv4 {
        using Ipv4::Ipv4;
        void bind_reports(ErrorReports& errors) { reports.bind(errors); }
    };

    void SetUp() override { ip.bind_reports(icmp); }

    StreamSession& connect(u16 port) { return *tcp.connect(client, {0, here, 0, port}).value(); }
    bool send(StreamSession& session, Bytes const& bytes) {
        Message message = buffers.all.message(bytes);
        return session.push(message).is_ok();
    }
    Bytes receive(StreamSession& session) {
        Message message(buffers.pool());
        session.receive(1 << 20, message);
        return bytes_of(message);
    }
    /// A segment of a stranger, whom nobody knows.
    void arrive(u32 from, u16 port, u16 to, u8 flags) {
        Segment segment;
        segment.source = port;
        segment.destination = to;
        segment.sequence = 77;
        segment.flags = flags;
        Message message(buffers.pool());
        u8* const header = segment.write(message).value();
        Checksum checksum;
        checksum.add_u32(from);
        checksum.add_u32(0x0a000002);
        checksum.add(u16{6});
        checksum.add(static_cast<u16>(message.size()));
        checksum.add(message);
        checksum.store(header + 16);
        network.arrive(buffers.all, packet({.from = from, .user = 6}, bytes_of(message)));
    }

    OwnBuffers buffers{512};
    TestAllocator allocator;
    TestAlarms alarms;
    ip::Loopback loopback{{.buffers = buffers, .allocator = allocator},
                          {.packet_bytes = 1500, .waiting = 64}};
    TestAttachment network{0x0a000002, 24};
    Attachment* attachments[2] = {&loopback, &network};
    BoundIpv4 ip{
        {.attachments = Span<Attachment* const>(attachments),
         .alarms = alarms,
         .buffers = buffers,
         .allocator = allocator},
        {.gateway = 0, .forwards = false, .lifetime = 64, .reassemblies = 2, .fragments = 16}};
    ip::Icmp icmp{{.ip = ip, .alarms = alarms, .buffers = buffers}, {.reports_per_second = 10}};
    TestStreams client, server;
    Tcp tcp{{.ip = ip, .alarms = alarms, .buffers = buffers, .allocator = allocator},
            {.connections = 8,
             .backlog = 3,
             .listeners = 2,
             .send_bytes = 65536,
             .receive_bytes = 65536,
             .keep_alive_s = 0}};
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
        arrive(0x0a000010, static_cast<u16>(1000 + i), 80, Segment::syn);
    EXPECT_EQ(network.take().size(), 100u);
    StreamSession& near = connect(80);
    EXPECT_EQ(near.state(), State::connected);
    near.release();
    alarms.pass_ms(200'000);
}

TEST_F(NetTcp, segments_of_no_connection_are_answered_with_a_reset_but_for_resets) {
    arrive(0x0a000010, 1000, 81, Segment::syn);
    arrive(0x0a000010, 1000, 81, Segment::ack);
    arrive(0x0a000010, 1000, 81, Segment::rst);
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

// SPDX-License-Identifier: BSD-2-Clause
// Tests of what RFC 9293 demands (docs/network-conformance.md), where a host shows it.
#include <net/tcp/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::tcp {
namespace {

using namespace testing;
using State = StreamSession::State;

class NetTcpConformance : public TcpHost {
protected:
    void listen() { ASSERT_TRUE(tcp.listen(server, {0, 0, 80, 0}).is_ok()); }

    /// A peer connects, with this option; the host's end.
    StreamSession& accept(u16 mss = 0, u16 window = 65535) {
        listen();
        arrive({.source = 2000, .window = window, .mss = mss});
        first = heard().back().segment.sequence;
        arrive({.flags = Segment::ack,
                .source = 2000,
                .sequence = 78,
                .acknowledgement = first + 1,
                .window = window});
        return *server.sessions.back();
    }
    StreamSession& connect(u16 port = 4000) {
        return *tcp.connect(client, {0, peer, port, 80}).value();
    }
    void send(StreamSession& session, Bytes const& bytes) {
        Message message = buffers.all.message(bytes);
        ASSERT_TRUE(session.push(message).is_ok());
    }
    void acknowledge(u32 bytes) {
        arrive({.flags = Segment::ack,
                .source = 2000,
                .sequence = 78,
                .acknowledgement = first + 1 + bytes});
    }

    u32 first = 0; // of the host's numbers
};

TEST_F(NetTcpConformance, without_a_size_segments_are_as_long_as_the_default) {
    send(accept(), pattern(2000));
    EXPECT_EQ(heard().at(0).data.size(), 536u);
}

TEST_F(NetTcpConformance, segments_are_as_long_as_both_the_peer_and_the_network_allow) {
    send(accept(9000), pattern(3000));
    EXPECT_EQ(heard().at(0).data.size(), 1460u);
}

TEST_F(NetTcpConformance, the_size_is_told_with_the_first_segment_only) {
    listen();
    arrive({.source = 2000, .mss = 1000});
    auto const answer = heard().at(0).segment;
    EXPECT_EQ(answer.mss, 1460);
    arrive({.flags = Segment::ack,
            .source = 2000,
            .sequence = 78,
            .acknowledgement = answer.sequence + 1});
    send(*server.sessions.back(), pattern(3000));
    auto const sent = heard();
    ASSERT_EQ(sent.size(), 3u);
    for (auto const& each : sent)
        EXPECT_EQ(each.segment.mss, 0);
}

TEST_F(NetTcpConformance, a_window_has_no_sign) {
    StreamSession& session = accept(1460, 0xfff0);
    send(session, pattern(14600));
    EXPECT_EQ(heard().size(), 10u);
}

TEST_F(NetTcpConformance, the_last_of_what_is_sent_is_pushed_and_nothing_waits_for_ever) {
    StreamSession& session = accept();
    send(session, pattern(10));
    send(session, pattern(10));
    auto const sent = heard();
    ASSERT_EQ(sent.size(), 1u); // Nagle
    EXPECT_TRUE(sent[0].segment.has(Segment::psh));
    acknowledge(10);
    auto const rest = heard();
    ASSERT_EQ(rest.size(), 1u);
    EXPECT_EQ(rest[0].data, pattern(10));
    EXPECT_TRUE(rest[0].segment.has(Segment::psh));
}

TEST_F(NetTcpConformance, first_numbers_go_on_with_the_clock_and_differ_between_ports) {
    connect();
    u32 const before = heard().at(0).segment.sequence;
    arrive({.flags = Segment::rst | Segment::ack,
            .source = 80,
            .destination = 4000,
            .acknowledgement = before + 1});
    alarms.pass_ms(1000);
    connect();
    EXPECT_EQ(heard().at(0).segment.sequence - before, 250'000u);
    connect(4001);
    u32 const other = heard().at(0).segment.sequence - before;
    EXPECT_NE(other, 250'000u);
}

TEST_F(NetTcpConformance, a_reset_of_who_was_called_is_silent_and_of_who_has_called_is_told) {
    listen();
    arrive({.source = 2000});
    arrive({.flags = Segment::rst, .source = 2000, .sequence = 78});
    EXPECT_TRUE(server.sessions.empty());
    EXPECT_EQ(server.changes, 0u);
    StreamSession& session = connect();
    arrive({.source = 80, .destination = 4000}); // at the same time
    arrive({.flags = Segment::rst, .source = 80, .destination = 4000, .sequence = 78});
    EXPECT_EQ(session.check().error().code, NetworkError::refused);
    network.take();
    arrive({.source = 2000});
    EXPECT_EQ(heard().at(0).segment.flags, Segment::syn | Segment::ack);
}

TEST_F(NetTcpConformance, two_listen_at_one_port_of_different_addresses) {
    ASSERT_TRUE(tcp.listen(server, {own, 0, 80, 0}).is_ok());
    ASSERT_TRUE(tcp.listen(client, {0x7f000001, 0, 80, 0}).is_ok());
    shake_hands(2000);
    EXPECT_EQ(server.sessions.size(), 1u);
    EXPECT_TRUE(client.sessions.empty());
}

TEST_F(NetTcpConformance, a_listener_does_not_disturb_a_client) {
    StreamSession& session = connect(80);
    u32 const began = heard().at(0).segment.sequence;
    listen();
    arrive({.flags = Segment::syn | Segment::ack, .source = 80, .acknowledgement = began + 1});
    EXPECT_EQ(session.state(), State::connected);
    EXPECT_TRUE(server.sessions.empty());
}

TEST_F(NetTcpConformance, the_local_address_is_that_of_the_network_or_the_one_asked_for) {
    EXPECT_EQ(connect().participants().local, own);
    EXPECT_EQ(tcp.connect(client, {own, peer, 4001, 80}).value()->participants().local, own);
    EXPECT_EQ(tcp.connect(client, {0x0a000099, peer, 4002, 80}).error().code,
              NetworkError::invalid);
}

TEST_F(NetTcpConformance, nobody_connects_to_many) {
    for (u32 const group : {0xffffffff, 0xe0000001, 0xefffffff})
        EXPECT_EQ(tcp.connect(client, {0, group, 4000, 80}).error().code, NetworkError::invalid);
    EXPECT_TRUE(network.sent.empty());
}

TEST_F(NetTcpConformance, segments_to_many_or_from_nobody_are_dropped) {
    listen();
    for (u32 const to : {u32(0x0a0000ff), u32(0xffffffff), u32(0xe0000001)})
        for (u16 const port : {u16(80), u16(81)})
            arrive({.destination = port, .to = to});
    for (u32 const from : {u32(0), u32(0x0a0000ff), u32(0xffffffff), u32(0xe0000001)})
        arrive({.from = from});
    EXPECT_TRUE(network.sent.empty());
}

TEST_F(NetTcpConformance, an_abort_is_told_apart_from_an_end) {
    StreamSession& ended = accept();
    arrive({.flags = Segment::ack | Segment::fin,
            .source = 2000,
            .sequence = 78,
            .acknowledgement = first + 1});
    EXPECT_EQ(ended.state(), State::ended);
    EXPECT_TRUE(ended.check().is_ok());
    shake_hands(2001);
    StreamSession& aborted = *server.sessions.back();
    arrive({.flags = Segment::rst, .source = 2001, .sequence = 78});
    EXPECT_EQ(aborted.check().error().code, NetworkError::closed);
}

TEST_F(NetTcpConformance, options_of_ip_are_ignored) {
    listen();
    arrive({.source = 2000, .ip_options = hex("4404050001010100")});
    EXPECT_EQ(heard().at(0).segment.flags, Segment::syn | Segment::ack);
}

TEST_F(NetTcpConformance, after_an_error_that_says_so_segments_are_shorter) {
    send(accept(1460), pattern(1460));
    Bytes const sent = network.take().at(0).bytes;
    Bytes error = hex("0304000000000240") + ip::testing::first(sent, 28);
    Checksum checksum;
    checksum.add(span_of(error));
    checksum.store(&error[2]);
    network.arrive(buffers.all, packet({.from = peer, .user = 1}, error));
    auto const again = heard();
    ASSERT_EQ(again.size(), 2u); // and the rest waits (Nagle)
    EXPECT_EQ(again[0].data.size(), 536u);
    EXPECT_EQ(again[0].segment.sequence, first + 1);
}

TEST_F(NetTcpConformance, soft_errors_and_source_quench_end_no_connection) {
    StreamSession& session = accept();
    send(session, pattern(100));
    Bytes const sent = network.take().at(0).bytes;
    constexpr std::pair<u8, u8> errors[] = {{3, 0}, {3, 1}, {3, 5}, {4, 0}, {11, 0}, {12, 0}};
    for (auto const& [type, code] : errors)
        report(type, code, sent);
    EXPECT_EQ(session.state(), State::connected);
    EXPECT_TRUE(network.sent.empty());
    acknowledge(100);
    EXPECT_TRUE(session.check().is_ok());
}

} // namespace
} // namespace flat::net::tcp

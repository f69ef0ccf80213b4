// SPDX-License-Identifier: BSD-2-Clause
// Tests of a host under attack: it serves on, in memory that is bounded and comes back.
#include <net/tcp/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::net::tcp {
namespace {

using namespace testing;
using State = StreamSession::State;
using ip::PacketHeader;

constexpr u32 connections = 8;
constexpr u32 backlog = 3;

class NetTcpAttacks : public TcpHost {
protected:
    void SetUp() override {
        TcpHost::SetUp();
        ASSERT_TRUE(tcp.listen(server, {0, 0, 80, 0}).is_ok());
        memory_before = allocator.taken();
    }

    /// A client connects, sends a little and goes; the host has all of it.
    void serve(u16 source) {
        u32 const first = shake_hands(source);
        serve_on(source, first);
    }
    /// The same from where hands were shaken.
    void serve_on(u16 source, u32 first) {
        ASSERT_FALSE(server.sessions.empty());
        StreamSession& session = *server.sessions.back();
        ASSERT_EQ(session.participants().remote_port, source);
        arrive({.flags = Segment::ack,
                .source = source,
                .sequence = 78,
                .acknowledgement = first + 1,
                .data = pattern(100)});
        EXPECT_EQ(receive(session), pattern(100));
        arrive({.flags = Segment::rst, .source = source, .sequence = 178});
        EXPECT_EQ(session.state(), State::closed);
        session.release();
        network.take();
    }
    /// First segments from as many forged sources, which never answer.
    void flood(u32 count) {
        for (u32 i = 0; i < count; ++i, ++forged)
            arrive({.from = 0x0a000020 + forged % 200, .source = static_cast<u16>(forged)});
        network.take();
        EXPECT_LE(allocator.taken(), memory_before + 2 * connections + 1);
        EXPECT_EQ(buffers.all.used(), 0u);
    }
    /// The segment that ends a handshake in which the host began with `first`.
    void acknowledge(u16 source, u32 first) {
        arrive({.flags = Segment::ack,
                .source = source,
                .sequence = 78,
                .acknowledgement = first + 1});
    }
    /// When all that waits has been given up, only the places of connections hold memory.
    void expect_nothing_left() {
        alarms.pass_ms(300'000);
        EXPECT_TRUE(alarms.is_idle());
        EXPECT_EQ(buffers.all.used(), 0u);
        EXPECT_LE(allocator.taken(), memory_before + connections);
    }
    /// A fragment of a datagram with this number.
    void arrive_fragment(u16 id, u32 offset, u32 size, bool is_last, u32 from = peer) {
        u16 const more = is_last ? u16{0} : PacketHeader::more_fragments;
        network.arrive(buffers.all, packet({.from = from,
                                            .user = Tcp::protocol,
                                            .id = id,
                                            .fragment = static_cast<u16>(offset / 8 | more)},
                                           pattern(size)));
    }

    usize memory_before = 0;
    u32 forged = 0;
};

TEST_F(NetTcpAttacks, a_port_scan_finds_what_listens_and_leaves_nothing) {
    constexpr u8 xmas = Segment::fin | Segment::psh | Segment::urg;
    for (u16 port = 1; port <= 1024; ++port) {
        bool const is_open = port == 80;
        arrive({.flags = Segment::syn, .destination = port});
        auto const answers = heard();
        ASSERT_EQ(answers.size(), 1u);
        EXPECT_EQ(answers[0].segment.flags, (is_open ? Segment::syn : Segment::rst) | Segment::ack);
        EXPECT_EQ(answers[0].segment.acknowledgement, 78u);
        if (is_open) arrive({.flags = Segment::rst, .destination = port, .sequence = 78});
        for (u8 const flags : {u8{Segment::fin}, u8{0}, xmas}) {
            arrive({.flags = flags, .destination = port});
            EXPECT_EQ(heard().size(), is_open ? 0u : 1u) << port << " " << u32(flags);
        }
        arrive({.flags = Segment::ack, .destination = port, .acknowledgement = 9});
        auto const resets = heard();
        ASSERT_EQ(resets.size(), 1u);
        EXPECT_EQ(resets[0].segment.flags, Segment::rst);
        EXPECT_EQ(resets[0].segment.sequence, 9u);
    }
    EXPECT_TRUE(server.sessions.empty());
    serve(2000);
    expect_nothing_left();
}

TEST_F(NetTcpAttacks, in_a_flood_of_forged_first_segments_every_client_gets_in) {
    arrive({.source = 1999});
    u32 const before_the_flood = heard().back().segment.sequence;
    for (u16 client = 0; client < 20; ++client) {
        u16 const source = static_cast<u16>(2000 + client);
        flood(500);
        arrive({.source = source});
        u32 const first = heard().back().segment.sequence;
        flood(500); // while the answer is on its way
        acknowledge(source, first);
        serve_on(source, first);
    }
    acknowledge(1999, before_the_flood);
    serve_on(1999, before_the_flood);
    expect_nothing_left();
}

TEST_F(NetTcpAttacks, a_full_backlog_answers_with_a_cookie_that_keeps_the_largest_segment) {
    flood(backlog);
    arrive({.source = 2000, .window = 1000, .mss = 1300});
    auto const answers = heard();
    ASSERT_EQ(answers.size(), 1u);
    Segment const& answer = answers[0].segment;
    EXPECT_EQ(answer.flags, Segment::syn | Segment::ack);
    EXPECT_EQ(answer.acknowledgement, 78u);
    EXPECT_EQ(answer.window, 65535u);
    EXPECT_EQ(answer.mss, 1460u);
    EXPECT_FALSE(answer.has_window_shift || answer.has_timestamps || answer.may_select);
    // The acknowledgement is lost; the first data have it as well.
    arrive({.flags = Segment::ack | Segment::psh,
            .source = 2000,
            .sequence = 78,
            .acknowledgement = answer.sequence + 1,
            .data = pattern(9)});
    ASSERT_EQ(server.sessions.size(), 1u);
    StreamSession& session = *server.sessions.back();
    EXPECT_EQ(receive(session), pattern(9));
    network.take();
    Message data = buffers.all.message(pattern(3000));
    ASSERT_TRUE(session.push(data).is_ok());
    auto const sent = heard();
    ASSERT_FALSE(sent.empty());
    EXPECT_EQ(sent[0].data.size(), 1220u);
    arrive({.flags = Segment::rst, .source = 2000, .sequence = 87});
    session.release();
    expect_nothing_left();
}

TEST_F(NetTcpAttacks, a_cookie_is_good_for_its_client_alone_and_for_a_while) {
    flood(backlog);
    arrive({.source = 2000});
    u32 const first = heard().back().segment.sequence;
    for (u32 bit = 0; bit < 32; ++bit) {
        acknowledge(2000, first ^ 1u << bit);
        EXPECT_EQ(heard().back().segment.flags, Segment::rst) << bit;
    }
    acknowledge(2001, first);
    EXPECT_EQ(heard().back().segment.flags, Segment::rst);
    alarms.pass_ms(65'000);
    arrive({.source = 3000});
    alarms.pass_ms(65'000);
    flood(backlog);
    alarms.pass_ms(65'000);
    network.take();
    acknowledge(2000, first);
    EXPECT_EQ(heard().back().segment.flags, Segment::rst);
    EXPECT_TRUE(server.sessions.empty());
    expect_nothing_left();
}

TEST_F(NetTcpAttacks, without_a_flood_nobody_has_a_cookie) {
    SynCookies const cookies(1, 2);
    Participants const participants{own, peer, 80, 2000};
    for (u32 number = 0; number < 10000; ++number)
        acknowledge(2000, cookies.make(participants, number, 1460, number));
    EXPECT_TRUE(server.sessions.empty());
    for (auto const& each : heard())
        EXPECT_EQ(each.segment.flags, Segment::rst);
    expect_nothing_left();
}

TEST(NetTcpSynCookies, tell_the_largest_segment_for_two_periods) {
    SynCookies const cookies(1, 2);
    Participants const participants{own, peer, 80, 2000};
    u64 const period_us = SynCookies::lifetime_us / 2;
    for (u64 const now_us : {u64{0}, 31 * period_us, 1000 * period_us + 5}) {
        u32 const cookie = cookies.make(participants, 9, 1459, now_us);
        EXPECT_EQ(*cookies.mss_of(cookie, participants, 9, now_us + period_us), 1440u);
        EXPECT_FALSE(cookies.mss_of(cookie, participants, 9, now_us + 2 * period_us));
        EXPECT_FALSE(cookies.mss_of(cookie, participants, 8, now_us));
        EXPECT_FALSE(SynCookies(1, 3).mss_of(cookie, participants, 9, now_us));
    }
    EXPECT_EQ(*cookies.mss_of(cookies.make(participants, 9, 1, 0), participants, 9, 0), 64u);
    EXPECT_EQ(*cookies.mss_of(cookies.make(participants, 9, 9000, 0), participants, 9, 0), 1460u);
}

TEST_F(NetTcpAttacks, a_segment_from_its_own_destination_is_answered_by_nobody) {
    for (u8 const flags : {u8{Segment::syn}, u8{Segment::syn | Segment::ack}, u8{Segment::ack}})
        arrive({.flags = flags, .from = own, .source = 80});
    EXPECT_TRUE(network.sent.empty());
    EXPECT_EQ(ip.statistics().impossible, 3u);
    // On the loopback it is possible, and must not talk to itself for ever.
    Message within =
        buffers.all.message(packet_of({.from = 0x7f000001, .source = 80, .to = 0x7f000001}));
    ASSERT_TRUE(loopback.send(0x7f000001, within).is_ok());
    EXPECT_TRUE(server.sessions.empty());
    serve(2000);
    expect_nothing_left();
}

TEST_F(NetTcpAttacks, fragments_that_overlap_or_go_beyond_the_end_are_dropped_whole) {
    for (u16 id = 0; id < 1000; ++id) {
        arrive_fragment(id, 0, 40, false); // teardrop: the second lies within the first
        arrive_fragment(id, 24, 4, true);
        EXPECT_EQ(buffers.all.used(), 0u);
        arrive_fragment(id, 65528, 100, true); // a ping of death
        EXPECT_EQ(buffers.all.used(), 0u);
    }
    EXPECT_EQ(ip.statistics().reassembled, 0u);
    EXPECT_TRUE(network.sent.empty());
    serve(2000);
    expect_nothing_left();
}

TEST_F(NetTcpAttacks, fragments_that_never_complete_are_bounded_and_given_up) {
    std::mt19937 random(1);
    for (u32 i = 0; i < 5000; ++i) {
        arrive_fragment(static_cast<u16>(random() % 50), random() % 100 * 8, 8 + random() % 4 * 8,
                        random() % 8 == 0, 0x0a000010 + random() % 3);
        EXPECT_LE(buffers.all.used(), 16u);
    }
    EXPECT_EQ(allocator.taken(), memory_before);
    alarms.pass_ms(32'000);
    EXPECT_EQ(buffers.all.used(), 0u);
    serve(2000);
    expect_nothing_left();
}

TEST_F(NetTcpAttacks, resets_and_first_segments_within_the_window_do_not_end_a_connection) {
    u32 const first = shake_hands(2000);
    StreamSession& session = *server.sessions.back();
    for (u32 at = 79; at < 65000; at += 100)
        for (u8 const flags : {u8{Segment::rst}, u8{Segment::syn}, u8{Segment::rst | Segment::ack}})
            arrive({.flags = flags, .source = 2000, .sequence = at, .acknowledgement = first + 1});
    auto const answers = heard();
    EXPECT_GE(answers.size(), 1u);
    EXPECT_LE(answers.size(), 10u); // in a second (RFC 5961, section 7)
    for (auto const& each : answers) {
        EXPECT_EQ(each.segment.flags, Segment::ack);
        EXPECT_EQ(each.segment.acknowledgement, 78u);
    }
    EXPECT_EQ(session.state(), State::connected);
    alarms.pass_ms(1000);
    arrive({.flags = Segment::rst, .source = 2000, .sequence = 100});
    EXPECT_EQ(heard().size(), 1u);
    serve_on(2000, first);
    expect_nothing_left();
}

TEST_F(NetTcpAttacks, acknowledgements_out_of_the_blue_are_answered_within_bounds) {
    u32 const first = shake_hands(2000);
    for (u32 i = 1; i < 1000; ++i)
        arrive({.flags = Segment::ack,
                .source = 2000,
                .sequence = 78,
                .acknowledgement = first + 1 + i * 1000,
                .data = pattern(5)});
    EXPECT_LE(heard().size(), 10u);
    EXPECT_EQ(server.sessions.back()->available(), 0u);
    serve_on(2000, first);
    expect_nothing_left();
}

TEST_F(NetTcpAttacks, errors_about_connections_that_do_not_exist_change_nothing) {
    u32 const first = shake_hands(2000);
    network.take();
    for (u32 i = 0; i < 3000; ++i) {
        bool const is_ours = i % 3 == 0; // by ports, but not by what is on its way
        Bytes const quoted = packet_of({.flags = Segment::ack,
                                        .from = own,
                                        .source = 80,
                                        .destination = static_cast<u16>(is_ours ? 2000 : 3000 + i),
                                        .sequence = first + 1 + i,
                                        .to = peer});
        Bytes error(8);
        error[0] = i % 2 == 0 ? 3 : 11;
        error[1] = static_cast<u8>(i % 2 == 0 ? i / 2 % 6 : 0);
        error[7] = 68;
        error = error + ip::testing::first(quoted, 28);
        Checksum checksum;
        checksum.add(span_of(error));
        checksum.store(&error[2]);
        network.arrive(buffers.all, packet({.from = peer, .user = 1}, error));
    }
    EXPECT_TRUE(network.sent.empty());
    EXPECT_EQ(server.sessions.back()->state(), State::connected);
    serve_on(2000, first);
    expect_nothing_left();
}

} // namespace
} // namespace flat::net::tcp

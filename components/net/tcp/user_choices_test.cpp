// SPDX-License-Identifier: BSD-2-Clause
// Tests of what RFC 9293 leaves to users of a connection, and of what it has them told.
#include <net/tcp/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::tcp {
namespace {

using namespace testing;
using State = StreamSession::State;
using Problem = Upper::Problem;

/// A user that is told of problems.
class ToldStreams : public TestStreams {
public:
    void failed(Participants const& participants, Report const& report, Span<u8 const>) override {
        EXPECT_EQ(participants.remote, peer);
        problems.push_back(report.problem);
    }

    std::vector<Problem> problems;
};

class NetTcpUserChoices : public TcpHost {
protected:
    /// A peer connects; the host's end.
    StreamSession& accept() {
        EXPECT_TRUE(tcp.listen(told, {0, 0, 80, 0}).is_ok());
        first = shake_hands(2000);
        return *told.sessions.back();
    }
    void send(StreamSession& session, u32 bytes) {
        Message message = buffers.all.message(pattern(bytes));
        ASSERT_TRUE(session.push(message).is_ok());
    }
    void acknowledge(u32 bytes) {
        arrive({.flags = Segment::ack,
                .source = 2000,
                .sequence = 78,
                .acknowledgement = first + 1 + bytes});
    }

    void arrive_urgent(u16 bytes) {
        arrive({.flags = Segment::ack | Segment::urg,
                .source = 2000,
                .sequence = 78,
                .acknowledgement = first + 1,
                .urgent = bytes});
    }

    ToldStreams told;
    u32 first = 0; // of the host's numbers
};

TEST_F(NetTcpUserChoices, short_segments_wait_or_do_not) {
    StreamSession& session = accept();
    send(session, 10);
    send(session, 10);
    EXPECT_EQ(heard().size(), 1u); // Nagle
    session.send_at_once(true);
    EXPECT_EQ(heard().size(), 1u);
    send(session, 10);
    EXPECT_EQ(heard().size(), 1u);
    session.send_at_once(false);
    send(session, 10);
    EXPECT_TRUE(heard().empty());
    acknowledge(30);
    EXPECT_EQ(heard().size(), 1u);
}

TEST_F(NetTcpUserChoices, a_silent_partner_is_asked_only_if_its_connection_wants_that) {
    StreamSession& asking = accept();
    shake_hands(2001);
    asking.keep_alive(true);
    alarms.pass_ms(7'200'000 - 1);
    EXPECT_TRUE(heard().empty());
    alarms.pass_ms(1);
    auto const asked = heard();
    ASSERT_EQ(asked.size(), 1u);
    EXPECT_EQ(asked[0].segment.destination, 2000);
    EXPECT_EQ(asked[0].segment.sequence, first);
    acknowledge(0);
    asking.keep_alive(false);
    alarms.pass_ms(100'000'000);
    EXPECT_TRUE(heard().empty());
    EXPECT_EQ(asking.state(), State::connected);
}

TEST_F(NetTcpUserChoices, a_connection_that_waits_for_its_partners_end_is_not_kept_alive) {
    StreamSession& session = accept();
    session.keep_alive(true);
    session.release();
    ASSERT_EQ(heard().size(), 1u);
    acknowledge(1);
    acknowledge(1); // which says nothing new
    alarms.pass_ms(60'000);
    arrive({.flags = Segment::ack, .source = 2000, .sequence = 78, .acknowledgement = first + 2});
    EXPECT_EQ(heard().at(0).segment.flags, Segment::rst);
}

TEST_F(NetTcpUserChoices, segments_have_the_service_and_the_lifetime_that_the_user_sets) {
    StreamSession& session = accept();
    session.set_service(0x10, 7);
    send(session, 10);
    session.set_service(0, 0);
    acknowledge(10);
    network.take();
    send(session, 10);
    Bytes const plain = network.take().at(0).bytes;
    session.set_service(0x10, 7);
    acknowledge(20);
    network.take();
    send(session, 10);
    Bytes const marked = network.take().at(0).bytes;
    EXPECT_EQ(plain[1], 0);
    EXPECT_EQ(plain[8], 64);
    EXPECT_EQ(marked[1], 0x10);
    EXPECT_EQ(marked[8], 7);
    EXPECT_TRUE(ip::testing::has_right_header(marked));
}

TEST_F(NetTcpUserChoices, a_user_is_told_of_errors_that_end_nothing) {
    StreamSession& session = accept();
    send(session, 100);
    Bytes const sent = network.take().at(0).bytes;
    report(3, 1, sent);
    report(11, 0, sent);
    report(3, 3, sent);
    EXPECT_EQ(told.problems,
              (std::vector{Problem::unreachable, Problem::expired, Problem::refused}));
    EXPECT_EQ(session.state(), State::connected);
    acknowledge(100);
    report(3, 1, sent); // that is not on its way any more
    EXPECT_EQ(told.problems.size(), 3u);
}

TEST_F(NetTcpUserChoices, a_soft_error_does_not_end_a_connection_that_is_about_to_come_about) {
    StreamSession& session = *tcp.connect(told, {0, peer, 4000, 80}).value();
    auto const sent = network.take().at(0).bytes;
    for (u8 const code : {u8(0), u8(1), u8(5)})
        report(3, code, sent);
    EXPECT_EQ(told.problems.size(), 3u);
    EXPECT_EQ(session.state(), State::connecting);
    u32 const own_first = load_big_endian(&sent[24]);
    arrive({.flags = Segment::syn | Segment::ack,
            .source = 80,
            .destination = 4000,
            .acknowledgement = own_first + 1});
    EXPECT_EQ(session.state(), State::connected);
}

TEST_F(NetTcpUserChoices, where_nobody_listens_a_connection_does_not_come_about) {
    StreamSession& session = *tcp.connect(told, {0, peer, 4000, 80}).value();
    report(3, 3, network.take().at(0).bytes);
    EXPECT_EQ(session.check().error().code, NetworkError::refused);
    EXPECT_TRUE(told.problems.empty());
}

TEST_F(NetTcpUserChoices, nobody_connects_to_all_of_a_network) {
    EXPECT_EQ(tcp.connect(told, {0, 0x0a0000ff, 4000, 80}).error().code, NetworkError::invalid);
    EXPECT_TRUE(network.sent.empty());
}

TEST_F(NetTcpUserChoices, a_user_hears_of_urgent_data_when_they_are_told_and_when_they_go_on) {
    StreamSession& session = accept();
    u32 const before = told.changes;
    arrive_urgent(10);
    EXPECT_EQ(told.changes, before + 1);
    EXPECT_EQ(session.urgent(), 10u);
    EXPECT_EQ(session.available(), 0u);
    arrive_urgent(10);
    EXPECT_EQ(told.changes, before + 1);
    arrive_urgent(20);
    EXPECT_EQ(told.changes, before + 2);
    Message message = buffers.all.message(pattern(5));
    ASSERT_TRUE(session.push_urgent(message).is_ok());
    EXPECT_EQ(heard().back().segment.urgent, 5);
}

TEST_F(NetTcpUserChoices, what_is_sent_in_vain_goes_by_another_gateway) {
    constexpr u32 one = 0x0a000001, other = 0x0a000003, stranger = 0x08080808;
    for (u32 const each : {one, other})
        ASSERT_TRUE(ip.add_route({0, 0, each}).is_ok());
    ASSERT_TRUE(tcp.connect(told, {0, stranger, 4000, 80}).is_ok());
    EXPECT_EQ(network.take().at(0).neighbour, one);
    alarms.pass_ms(20'000);
    auto const again = network.take();
    ASSERT_GE(again.size(), 4u);
    EXPECT_EQ(again[1].neighbour, one);
    EXPECT_EQ(again[3].neighbour, other);
}

/// The way of a packet: its neighbour, its destination, its options.
struct PacketWay {
    u32 neighbour;
    u32 destination;
    Bytes options;
    friend bool operator==(PacketWay const&, PacketWay const&) = default;
};

PacketWay way_of(TestAttachment::Sent const& sent) {
    return {sent.neighbour, load_big_endian(&sent.bytes[16]),
            Bytes(sent.bytes.begin() + 20, sent.bytes.begin() + sent.bytes[0] % 16 * 4)};
}

TEST_F(NetTcpUserChoices, a_connection_goes_by_the_source_route_that_its_user_gives) {
    Bytes const route = hex("8307040a000009");
    StreamSession& session =
        *tcp.connect_with_options(told, {0, peer, 4000, 80}, span_of(route)).value();
    auto const sent = network.take();
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(way_of(sent[0]), (PacketWay{0x0a000009, 0x0a000009, hex("8307040a00001000")}));
    Message message = buffers.all.message(after(sent[0].bytes, 28));
    Checksum checksum; // as the other end computes it
    for (u32 const part : {own, peer, 6u, message.size()})
        checksum.add_u32(part);
    checksum.add(message);
    EXPECT_TRUE(checksum.is_right());
    Segment syn;
    ASSERT_TRUE(read_segment(message, syn));
    EXPECT_EQ(syn.mss, 1500 - 28 - 20);
    EXPECT_EQ(session.set_options({}).error().code, NetworkError::invalid);

    // What comes by another way does not change it.
    arrive({.flags = Segment::syn | Segment::ack,
            .source = 80,
            .destination = 4000,
            .acknowledgement = syn.sequence + 1,
            .ip_options = hex("8307080a00000800")});
    EXPECT_EQ(way_of(network.take().at(0)),
              (PacketWay{0x0a000009, 0x0a000009, hex("8307040a00001000")}));
    EXPECT_EQ(tcp.connect_with_options(told, {0, peer, 4001, 80}, span_of(hex("83"))).error().code,
              NetworkError::invalid);
}

TEST_F(NetTcpUserChoices, whoever_connects_by_a_source_route_is_answered_by_the_reverse_one) {
    ASSERT_TRUE(tcp.listen(told, {0, 0, 80, 0}).is_ok());
    PacketWay const back{0x0a000009, 0x0a000009, hex("8307040a00001000")};
    for (u16 source = 2000; source < 2004; ++source) { // to the last one by a cookie
        arrive({.source = source, .ip_options = hex("8307080a00000900")});
        EXPECT_EQ(way_of(network.take().at(0)), back);
    }
    alarms.pass_ms(1500); // and once more, for it is not acknowledged
    EXPECT_EQ(way_of(network.take().at(0)), back);
}

} // namespace
} // namespace flat::net::tcp

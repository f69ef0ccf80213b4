// SPDX-License-Identifier: BSD-2-Clause
// Tests of ICMP.
#include <net/ip/icmp.hpp>

#include <net/ip/host/testing.hpp>

namespace flat::net::ip {
namespace {

using namespace testing;
using Reason = ErrorReports::Reason;

class NetIpIcmp : public HostTest {
protected:
    void SetUp() override { ip.bind_reports(icmp); }

    void arrive(Bytes const& message, u32 to = own) {
        network.arrive(buffers.all, packet({.to = to, .user = 1}, message));
    }

    TestUpper upper;
    Icmp icmp{{.ip = ip, .alarms = alarms, .buffers = buffers, .replies = {}, .raw = {}},
              {.reports_per_second = 10}};
};

/// A host whose gateway has told something of a packet to a stranger.
class NetIpRedirects : public NetIpIcmp {
protected:
    static constexpr u32 stranger = 0x08080808, better = 0x0a000009;

    void SetUp() override {
        NetIpIcmp::SetUp();
        ASSERT_TRUE(ip.add_route({0, 0, neighbour}).is_ok());
        session = ip.open(nullptr, {0, stranger, 17, 17}).value();
        EXPECT_EQ(next_hop(), neighbour);
    }
    void TearDown() override { session->release(); }

    /// To whom a packet of the session goes, which is remembered.
    u32 next_hop() {
        Message message = buffers.all.message(pattern(8));
        EXPECT_TRUE(session->push(message).is_ok());
        auto const sent = network.take();
        last = sent.at(0).bytes;
        return sent.at(0).neighbour;
    }
    void redirect(u32 sender, u32 gateway, u32 quoted_source = own) {
        Bytes quote = ip::testing::first(last, 28);
        store_big_endian(&quote[12], quoted_source);
        network.arrive(buffers.all, packet({.from = sender, .to = own, .user = 1},
                                           icmp_message(5, 1, gateway, quote)));
    }

    Session* session = nullptr;
    Bytes last;
};

TEST_F(NetIpRedirects, a_gateway_names_a_better_one_for_one_host) {
    redirect(neighbour, better);
    EXPECT_EQ(next_hop(), better);
    session->release();
    session = ip.open(nullptr, {0, stranger + 1, 17, 17}).value();
    EXPECT_EQ(next_hop(), neighbour);
}

TEST_F(NetIpRedirects, nobody_else_is_believed_and_no_gateway_that_cannot_be) {
    redirect(neighbour + 4, better);
    redirect(neighbour, 0x0b000001); // no neighbour
    redirect(neighbour, own);
    redirect(neighbour, 0x0a0000ff);
    redirect(neighbour, neighbour);
    redirect(neighbour, better, own + 1); // about a packet of somebody else's
    EXPECT_EQ(next_hop(), neighbour);
}

TEST_F(NetIpRedirects, a_better_gateway_that_is_doubted_is_forgotten) {
    redirect(neighbour, better);
    ip.doubt(stranger);
    EXPECT_EQ(next_hop(), neighbour);
}

TEST_F(NetIpRedirects, many_take_each_others_places) {
    for (u32 i = 0; i < 100; ++i)
        ASSERT_TRUE(ip.redirect(neighbour, stranger + 1 + i, better));
    ASSERT_TRUE(ip.add_route({0x0c000000, 8, neighbour}).is_ok());
    redirect(neighbour, better);
    EXPECT_EQ(next_hop(), better);
    redirect(better, better + 1); // for the same host
    EXPECT_EQ(next_hop(), better + 1);
}

TEST_F(NetIpIcmp, an_echo_comes_back_with_all_it_holds) {
    arrive(icmp_message(8, 0, 0x12340001, pattern(777)));
    auto const sent = network.take();
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].neighbour, neighbour);
    EXPECT_TRUE(has_right_header(sent[0].bytes));
    EXPECT_EQ(after(sent[0].bytes, 20), icmp_message(0, 0, 0x12340001, pattern(777)));
}

TEST_F(NetIpIcmp, damaged_messages_and_echoes_to_all_are_not_answered) {
    Bytes damaged = icmp_message(8, 0, 1, pattern(50));
    damaged[20] ^= 0x10;
    arrive(damaged);
    arrive(hex("0800f7ff"));
    arrive(icmp_message(8, 0, 1, pattern(5)), 0x0a0000ff);
    arrive(icmp_message(13, 0, 1, pattern(12)));
    EXPECT_TRUE(network.sent.empty());
    EXPECT_EQ(icmp.malformed(), 2u);
}

TEST_F(NetIpIcmp, what_nobody_wants_is_reported_with_its_beginning) {
    Bytes const unwanted = packet({.user = 99}, pattern(30));
    network.arrive(buffers.all, unwanted);
    auto const sent = network.take();
    ASSERT_EQ(sent.size(), 1u);
    Bytes const quote(unwanted.begin(), unwanted.begin() + 28);
    EXPECT_EQ(after(sent[0].bytes, 20), icmp_message(3, 2, 0, quote));
    Bytes const to_port = packet({}, pattern(8));
    icmp.report(Reason::fragmentation_needed, 576, span_of(to_port));
    EXPECT_EQ(after(network.take()[0].bytes, 20), icmp_message(3, 4, 576, to_port));
}

TEST_F(NetIpIcmp, errors_are_not_reported_about_errors_or_later_fragments) {
    Bytes const error = packet({.user = 1}, icmp_message(3, 1, 0, pattern(28)));
    Bytes const later = packet({.fragment = 5}, pattern(30));
    Bytes const to_group = packet({.to = 0xe0000001}, pattern(30));
    icmp.report(Reason::port_unreachable, 0, span_of(error));
    icmp.report(Reason::port_unreachable, 0, span_of(later));
    icmp.report(Reason::port_unreachable, 0, span_of(to_group));
    icmp.report(Reason::port_unreachable, 0, span_of(hex("45")));
    EXPECT_TRUE(network.sent.empty());
    Bytes const echo = packet({.user = 1}, icmp_message(8, 0, 0, pattern(28)));
    icmp.report(Reason::lifetime_exceeded, 0, span_of(echo));
    EXPECT_EQ(network.sent.size(), 1u);
}

TEST_F(NetIpIcmp, reports_are_bounded_in_time) {
    Bytes const each = packet({}, pattern(8));
    for (u32 i = 0; i < 30; ++i)
        icmp.report(Reason::port_unreachable, 0, span_of(each));
    EXPECT_EQ(network.take().size(), 10u);
    EXPECT_EQ(icmp.suppressed(), 20u);
    alarms.pass_ms(500);
    for (u32 i = 0; i < 30; ++i)
        icmp.report(Reason::port_unreachable, 0, span_of(each));
    EXPECT_EQ(network.take().size(), 5u);
}

TEST_F(NetIpIcmp, the_sender_hears_what_became_of_it) {
    ASSERT_TRUE(ip.open_enable(upper, {0, 0, 17, 17}).is_ok());
    Bytes const ours = packet({.from = own, .to = neighbour}, pattern(8));
    arrive(icmp_message(3, 3, 0, ours));
    arrive(icmp_message(3, 4, 1400, ours));
    arrive(icmp_message(11, 0, 0, ours));
    arrive(icmp_message(3, 1, 77, ours));
    arrive(icmp_message(3, 1, 0, Bytes(ours.begin(), ours.end() - 1)));
    ASSERT_EQ(upper.failures.size(), 4u);
    EXPECT_EQ(upper.failures[0].report.problem, Upper::Problem::refused);
    EXPECT_EQ(upper.failures[0].participants, (Participants{own, neighbour, 17, 17}));
    EXPECT_EQ(upper.failures[0].beginning, pattern(8));
    EXPECT_EQ(upper.failures[1].report.problem, Upper::Problem::too_long);
    EXPECT_EQ(upper.failures[1].report.detail, 1400u);
    EXPECT_EQ(upper.failures[2].report.problem, Upper::Problem::expired);
    EXPECT_EQ(upper.failures[3].report.problem, Upper::Problem::unreachable);
    EXPECT_EQ(upper.failures[3].report.detail, 0u);
    EXPECT_EQ(upper.failures[3].report.code, 0x301);
}

TEST_F(NetIpIcmp, the_sender_hears_which_host_has_said_so) {
    constexpr u32 router = 0x0a000009;
    ASSERT_TRUE(ip.open_enable(upper, {0, 0, 17, 17}).is_ok());
    Bytes const ours = packet({.from = own, .to = neighbour}, pattern(8));
    network.arrive(buffers.all, packet({.from = router, .user = 1}, icmp_message(11, 0, 0, ours)));
    ASSERT_EQ(upper.failures.size(), 1u);
    EXPECT_EQ(upper.failures[0].report.reporter, router);
    EXPECT_EQ(upper.failures[0].report.code, 0xb00);
    EXPECT_EQ(upper.failures[0].participants.remote, neighbour);
}

TEST_F(NetIpIcmp, types_that_are_unknown_or_not_for_hosts_are_dropped) {
    ASSERT_TRUE(ip.open_enable(upper, {0, 0, 17, 17}).is_ok());
    Bytes const ours = packet({.from = own, .to = neighbour}, pattern(8));
    for (u8 const type : {1, 4, 9, 10, 13, 15, 17, 18, 42, 255}) // of 4 RFC 6633, of 17 RFC 1122
        arrive(icmp_message(type, 0, 0, ours));
    EXPECT_TRUE(network.sent.empty());
    EXPECT_TRUE(upper.failures.empty());
}

TEST_F(NetIpIcmp, what_a_host_could_not_read_is_told_to_who_has_sent_it) {
    ASSERT_TRUE(ip.open_enable(upper, {0, 0, 17, 17}).is_ok());
    arrive(icmp_message(12, 0, 20u << 24, packet({.from = own, .to = neighbour}, pattern(8))));
    ASSERT_EQ(upper.failures.size(), 1u);
    EXPECT_EQ(upper.failures[0].report.problem, Upper::Problem::unreachable);
}

TEST_F(NetIpIcmp, an_echo_to_any_address_of_ours_is_answered_from_there) {
    arrive(icmp_message(8, 0, 1, pattern(9)));
    Bytes const sent = network.take().at(0).bytes;
    EXPECT_EQ(PacketHeader::read(sent.data()).from, own);
    EXPECT_EQ(PacketHeader::read(sent.data()).to, neighbour);
}

TEST_F(NetIpIcmp, what_is_not_complete_in_time_is_reported) {
    network.arrive(buffers.all, packet({.fragment = 0x2000}, pattern(16)));
    alarms.pass_ms(40'000);
    auto const sent = network.take();
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].bytes[20], 11);
    EXPECT_EQ(sent[0].bytes[21], 1);
}

} // namespace
} // namespace flat::net::ip

// SPDX-License-Identifier: BSD-2-Clause
// Tests of IPv4: what is sent, what arrives, what is forwarded.
#include <net/ip/ipv4.hpp>

#include <net/ip/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::ip {
namespace {

using namespace testing;
using Reason = ErrorReports::Reason;

constexpr u32 own = 0x0a000002;
constexpr u32 neighbour = 0x0a000001;
constexpr u32 stranger = 0x08080808;
constexpr u16 udp = 17;

class NetIpIpv4 : public ::testing::Test {
protected:
    ~NetIpIpv4() override { EXPECT_EQ(buffers.all.used(), 0u); }

    Ipv4::Attributes with(bool forwards = false) {
        return {.gateway = neighbour,
                .source_routes = false,
                .forwards = forwards,
                .lifetime = 64,
                .reassemblies = 2,
                .fragments = 64};
    }
    void arrive(Bytes const& bytes) { network.arrive(buffers.all, bytes); }

    OwnBuffers buffers{128};
    TestAllocator allocator;
    TestAlarms alarms;
    TestReports reports;
    TestAttachment loopback{0x7f000001, 8, 65535};
    TestAttachment network{own, 24};
    TestAttachment other_network{0xc0a80001, 16, 576};
    Attachment* attachments[3] = {&loopback, &network, &other_network};
    TestUpper upper;
};

#define MAKE_IP(name, ...)                                                                         \
    BoundIpv4 name({.attachments = Span<Attachment* const>(attachments),                           \
                    .alarms = alarms,                                                              \
                    .buffers = buffers,                                                            \
                    .allocator = allocator},                                                       \
                   with(__VA_ARGS__));                                                             \
    name.bind_reports(reports)

TEST_F(NetIpIpv4, a_packet_has_a_right_header_and_goes_to_the_next_host) {
    MAKE_IP(ip);
    Session& near = *ip.open(nullptr, {0, neighbour, udp, udp}).value();
    Session& far = *ip.open(nullptr, {0, stranger, udp, udp}).value();
    for (Session* each : {&near, &far}) {
        Message message = buffers.all.message(pattern(100));
        ASSERT_TRUE(each->push(message).is_ok());
    }
    auto const sent = network.take();
    ASSERT_EQ(sent.size(), 2u);
    EXPECT_EQ(sent[0].neighbour, neighbour);
    EXPECT_EQ(sent[1].neighbour, neighbour);
    EXPECT_TRUE(has_right_header(sent[0].bytes));
    EXPECT_TRUE(has_right_header(sent[1].bytes));
    PacketHeader const header = PacketHeader::read(sent[1].bytes.data());
    EXPECT_EQ(header.total_bytes, 120u);
    EXPECT_EQ(header.from, own);
    EXPECT_EQ(header.to, stranger);
    EXPECT_EQ(header.ttl, 64);
    EXPECT_EQ(header.user, udp);
    EXPECT_EQ(after(sent[0].bytes, 20), pattern(100));
    EXPECT_EQ(near.mtu(), 1480u);
    near.release();
    far.release();
}

TEST_F(NetIpIpv4, packets_to_ourselves_go_by_the_loopback) {
    MAKE_IP(ip);
    for (u32 const address : {own, u32(0x7f000001), u32(0x7f123456)}) {
        Session& session = *ip.open(nullptr, {0, address, udp, udp}).value();
        EXPECT_EQ(session.participants().local, address == own ? own : 0x7f000001);
        Message message = buffers.all.message(pattern(1));
        ASSERT_TRUE(session.push(message).is_ok());
        session.release();
    }
    EXPECT_EQ(loopback.sent.size(), 3u);
    EXPECT_TRUE(network.sent.empty());
}

TEST_F(NetIpIpv4, what_is_longer_than_the_network_can_goes_in_fragments_that_make_it_whole) {
    MAKE_IP(ip);
    Session& session = *ip.open(nullptr, {0, 0xc0a80005, udp, udp}).value();
    Message message = buffers.all.message(pattern(5000));
    ASSERT_TRUE(session.push(message).is_ok());
    auto const sent = other_network.take();
    ASSERT_EQ(sent.size(), 10u);
    Bytes whole;
    for (auto const& each : sent) {
        PacketHeader const header = PacketHeader::read(each.bytes.data());
        EXPECT_LE(each.bytes.size(), 576u);
        EXPECT_TRUE(has_right_header(each.bytes));
        EXPECT_EQ(header.offset_bytes(), whole.size());
        EXPECT_EQ(header.total_bytes, each.bytes.size());
        EXPECT_EQ(header.id, PacketHeader::read(sent[0].bytes.data()).id);
        EXPECT_EQ(header.is_last(), &each == &sent.back());
        whole = whole + after(each.bytes, 20);
    }
    EXPECT_EQ(whole, pattern(5000));

    Message too_long = buffers.all.message(pattern(65516));
    EXPECT_EQ(session.push(too_long).error().code, NetworkError::too_long);
    session.release();
    ip.keep_whole(udp);
    Session& kept = *ip.open(nullptr, {0, 0xc0a80005, udp, udp}).value();
    Message whole_only = buffers.all.message(pattern(600));
    EXPECT_EQ(kept.push(whole_only).error().code, NetworkError::too_long);
    kept.release();
}

TEST_F(NetIpIpv4, fragments_in_any_order_are_delivered_as_one) {
    MAKE_IP(ip);
    ASSERT_TRUE(ip.open_enable(upper, {0, 0, udp, udp}).is_ok());
    Bytes const data = pattern(3000);
    auto const part = [&](usize begin, usize end, bool is_last) {
        PacketForm form;
        form.fragment = static_cast<u16>(begin / 8 | (is_last ? 0 : PacketHeader::more_fragments));
        return packet(form, Bytes(data.begin() + long(begin), data.begin() + long(end)));
    };
    arrive(part(2000, 3000, true));
    arrive(part(0, 1000, false));
    arrive(part(0, 1000, false)); // twice
    EXPECT_TRUE(upper.deliveries.empty());
    arrive(part(1000, 2000, false));
    ASSERT_EQ(upper.deliveries.size(), 1u);
    EXPECT_EQ(upper.deliveries[0].bytes, data);
    EXPECT_EQ(upper.deliveries[0].participants, (Participants{own, neighbour, udp, udp}));
    EXPECT_EQ(ip.statistics().reassembled, 1u);
}

TEST_F(NetIpIpv4, a_packet_in_an_ethernet_frame_is_cut_to_its_length_and_its_options_are_skipped) {
    MAKE_IP(ip);
    ASSERT_TRUE(ip.open_enable(upper, {0, 0, udp, udp}).is_ok());
    arrive(packet({}, pattern(10)) + Bytes(16));                       // padding
    arrive(packet({.options = hex("8307080a00000100")}, pattern(11))); // the end of a source route
    ASSERT_EQ(upper.deliveries.size(), 2u);
    EXPECT_EQ(upper.deliveries[0].bytes, pattern(10));
    EXPECT_EQ(upper.deliveries[1].bytes, pattern(11));
}

TEST_F(NetIpIpv4, whatever_lifetime_is_left_a_packet_to_us_is_taken) {
    MAKE_IP(ip);
    ASSERT_TRUE(ip.open_enable(upper, {0, 0, udp, udp}).is_ok());
    arrive(packet({.ttl = 1}, pattern(10)));
    arrive(packet({.ttl = 0}, pattern(10)));
    EXPECT_EQ(upper.deliveries.size(), 2u);
    EXPECT_TRUE(reports.reports.empty());
}

TEST_F(NetIpIpv4, what_goes_to_all_is_recognised_in_both_forms) {
    MAKE_IP(ip);
    ASSERT_TRUE(ip.open_enable(upper, {0, 0, udp, udp}).is_ok());
    arrive(packet({.to = limited_broadcast}, pattern(10)));
    arrive(packet({.to = 0x0a0000ff}, pattern(10)));
    EXPECT_EQ(upper.deliveries.size(), 2u);
    for (u32 const group : {limited_broadcast, u32(0x0a0000ff), u32(0xe0000001)})
        EXPECT_TRUE(ip.open(nullptr, {group, neighbour, udp, udp}).is_error()); // no source
}

TEST_F(NetIpIpv4, what_is_wrong_in_form_is_counted_and_dropped) {
    MAKE_IP(ip);
    ASSERT_TRUE(ip.open_enable(upper, {0, 0, udp, udp}).is_ok());
    Bytes const right = packet({}, pattern(10));
    auto const changed = [&](usize place, u8 value) {
        Bytes bytes = right;
        bytes[place] = value;
        return bytes;
    };
    std::vector<Bytes> const wrong = {{},
                                      Bytes(right.begin(), right.begin() + 19),
                                      changed(0, 0x65),
                                      changed(0, 0x44),
                                      changed(0, 0x4f),
                                      changed(3, 200),
                                      changed(3, 19),
                                      changed(12, 11),
                                      changed(10, 0)};
    for (Bytes const& each : wrong)
        arrive(each);
    EXPECT_EQ(ip.statistics().malformed, wrong.size());
    EXPECT_EQ(ip.statistics().received, wrong.size());
    EXPECT_TRUE(upper.deliveries.empty());
}

TEST_F(NetIpIpv4, addresses_that_cannot_be_are_dropped) {
    MAKE_IP(ip);
    ASSERT_TRUE(ip.open_enable(upper, {0, 0, udp, udp}).is_ok());
    arrive(packet({.from = own}, pattern(10))); // a land attack
    arrive(packet({.from = 0}, pattern(10)));
    arrive(packet({.from = 0xe0000001}, pattern(10))); // multicast
    arrive(packet({.from = 0xffffffff}, pattern(10)));
    arrive(packet({.from = 0x0a0000ff}, pattern(10))); // this network's broadcast
    arrive(packet({.from = 0x7f000001}, pattern(10)));
    arrive(packet({.to = 0x7f000001}, pattern(10)));
    EXPECT_EQ(ip.statistics().impossible, 7u);
    arrive(packet({.to = stranger}, pattern(10)));
    EXPECT_EQ(ip.statistics().not_for_us, 1u);
    EXPECT_TRUE(upper.deliveries.empty());
}

TEST_F(NetIpIpv4, what_nobody_wants_is_reported_unless_it_went_to_all) {
    MAKE_IP(ip);
    arrive(packet({}, pattern(10)));
    ASSERT_EQ(reports.reports.size(), 1u);
    EXPECT_EQ(reports.reports[0].reason, Reason::protocol_unreachable);
    EXPECT_EQ(reports.reports[0].packet, first(packet({}, pattern(10)), 28));
    upper.wants = false;
    ASSERT_TRUE(ip.open_enable(upper, {0, 0, udp, udp}).is_ok());
    arrive(packet({}, pattern(3)));
    ASSERT_EQ(reports.reports.size(), 2u);
    EXPECT_EQ(reports.reports[1].reason, Reason::port_unreachable);
    EXPECT_EQ(reports.reports[1].packet, packet({}, pattern(3)));
    arrive(packet({.to = 0x0a0000ff}, pattern(3)));
    network.arrive(buffers.all, packet({}, pattern(3)), 0xffffffffffff);
    EXPECT_EQ(reports.reports.size(), 2u);
    EXPECT_EQ(ip.statistics().unwanted, 4u);
}

TEST_F(NetIpIpv4, a_router_sends_packets_on_with_less_lifetime) {
    MAKE_IP(ip, true);
    arrive(packet({.to = 0xc0a80005}, pattern(100)));
    auto const sent = other_network.take();
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].neighbour, 0xc0a80005);
    EXPECT_EQ(sent[0].bytes, packet({.to = 0xc0a80005, .ttl = 63}, pattern(100)));

    arrive(packet({.to = 0xc0a80005, .ttl = 1}, pattern(100)));
    arrive(packet({.to = 0xc0a80005, .fragment = 0x4000}, pattern(1000)));
    ASSERT_EQ(reports.reports.size(), 2u);
    EXPECT_EQ(reports.reports[0].reason, Reason::lifetime_exceeded);
    EXPECT_EQ(reports.reports[1].reason, Reason::fragmentation_needed);
    EXPECT_EQ(reports.reports[1].detail, 576u);
    EXPECT_TRUE(other_network.sent.empty());

    arrive(packet({.to = 0xc0a80005}, pattern(1000)));
    EXPECT_EQ(other_network.sent.size(), 2u);
    EXPECT_EQ(ip.statistics().forwarded, 2u);
}

TEST_F(NetIpIpv4, a_neighbour_that_does_not_answer_is_told_to_who_has_sent) {
    MAKE_IP(ip, true);
    ASSERT_TRUE(ip.open_enable(upper, {0, 0, udp, udp}).is_ok());
    Bytes const ours = packet({.from = own, .to = 0x0a000009}, pattern(10));
    network.upper().failed({}, {Upper::Problem::unreachable, 0, own, 0}, span_of(ours));
    ASSERT_EQ(upper.failures.size(), 1u);
    EXPECT_EQ(upper.failures[0].participants, (Participants{own, 0x0a000009, udp, udp}));
    Bytes const theirs = packet({.from = stranger, .to = 0x0a000009}, pattern(10));
    network.upper().failed({}, {Upper::Problem::unreachable, 0, own, 0}, span_of(theirs));
    ASSERT_EQ(reports.reports.size(), 1u);
    EXPECT_EQ(reports.reports[0].reason, Reason::host_unreachable);
}

TEST_F(NetIpIpv4, there_is_no_session_without_a_way_or_of_participants_that_make_no_sense) {
    Attachment* only[] = {&other_network};
    Ipv4 ip({.attachments = Span<Attachment* const>(only),
             .alarms = alarms,
             .buffers = buffers,
             .allocator = allocator},
            {.gateway = 0,
             .source_routes = false,
             .forwards = false,
             .lifetime = 64,
             .reassemblies = 2,
             .fragments = 4});
    EXPECT_EQ(ip.open(nullptr, {0, stranger, udp, udp}).error().code, NetworkError::unreachable);
    EXPECT_EQ(ip.local_address(stranger).error().code, NetworkError::unreachable);
    EXPECT_EQ(ip.open(nullptr, {stranger, 0xc0a80005, udp, udp}).error().code,
              NetworkError::invalid);
    EXPECT_EQ(ip.open(nullptr, {0x7f000001, 0xc0a80005, udp, udp}).error().code,
              NetworkError::invalid); // nothing leaves the loopback
    EXPECT_EQ(ip.open(nullptr, {0, 0xc0a80005, udp, 6}).error().code, NetworkError::invalid);
    EXPECT_EQ(ip.open(nullptr, {0, 0xc0a80005, 256, 256}).error().code, NetworkError::invalid);
    EXPECT_EQ(ip.add_route({stranger, 33, 0xc0a80005}).error().code, NetworkError::invalid);
    EXPECT_EQ(ip.add_route({stranger, 8, stranger}).error().code, NetworkError::invalid);
    ASSERT_TRUE(ip.add_route({stranger, 8, 0xc0a80009}).is_ok());
    Session& session = *ip.open(nullptr, {0, stranger, udp, udp}).value();
    Message message = buffers.all.message(pattern(1));
    ASSERT_TRUE(session.push(message).is_ok());
    EXPECT_EQ(other_network.sent.back().neighbour, 0xc0a80009);
    session.release();
}

TEST_F(NetIpIpv4, two_networks_that_cannot_be_told_apart_are_refused) {
    TestAttachment same(own, 16), overlapping(0x0a000102, 8), far(0x0a000002, 24);
    for (TestAttachment* each : {&same, &overlapping}) {
        Attachment* both[] = {&network, each};
        EXPECT_DEATH(Ipv4({.attachments = Span<Attachment* const>(both),
                           .alarms = alarms,
                           .buffers = buffers,
                           .allocator = allocator},
                          with()),
                     each == &same ? "two links have the address" : "overlap");
    }
    Attachment* only[] = {&other_network};
    EXPECT_DEATH(Ipv4({.attachments = Span<Attachment* const>(only),
                       .alarms = alarms,
                       .buffers = buffers,
                       .allocator = allocator},
                      with()),
                 "no network of ours has the gateway");
}

TEST_F(NetIpIpv4, another_address_has_other_neighbours_and_another_gateway) {
    MAKE_IP(ip);
    constexpr u32 moved = 0xac100005;
    constexpr u32 gateway = 0xac100001;
    ASSERT_TRUE(ip.readdress(network, moved, 20, gateway).is_ok());
    EXPECT_EQ(ip.local_address(0xac100f01).value(), moved);
    EXPECT_EQ(ip.local_address(moved).value(), moved);
    Session& far = *ip.open(nullptr, {0, stranger, udp, udp}).value();
    Session& former = *ip.open(nullptr, {0, neighbour, udp, udp}).value();
    Message messages[] = {buffers.all.message(pattern(8)), buffers.all.message(pattern(8))};
    ASSERT_TRUE(far.push(messages[0]).is_ok());
    ASSERT_TRUE(former.push(messages[1]).is_ok());
    auto const sent = network.take();
    ASSERT_EQ(sent.size(), 2u);
    for (auto const& each : sent) {
        EXPECT_EQ(each.neighbour, gateway);
        EXPECT_EQ(PacketHeader::read(each.bytes.data()).from, moved);
    }
    arrive(packet({.to = own}, {}));
    EXPECT_EQ(ip.statistics().not_for_us, 1u);
    far.release();
    former.release();
}

TEST_F(NetIpIpv4, without_an_address_all_are_reached_and_nobody_else) {
    MAKE_IP(ip);
    ASSERT_TRUE(ip.open_enable(upper, {0, 0, udp, udp}).is_ok());
    ASSERT_TRUE(ip.readdress(network, 0, 32, 0).is_ok());
    EXPECT_TRUE(ip.open(nullptr, {0, stranger, udp, udp}).is_error());
    EXPECT_TRUE(ip.open(nullptr, {0, neighbour, udp, udp}).is_error());
    Session& all = *ip.open(nullptr, {0, limited_broadcast, udp, udp}).value();
    Message message = buffers.all.message(pattern(8));
    ASSERT_TRUE(all.push(message).is_ok());
    auto const sent = network.take();
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(PacketHeader::read(sent[0].bytes.data()).from, 0u);
    all.release();
    arrive(packet({.to = limited_broadcast}, pattern(8)));
    arrive(packet({.to = own}, pattern(8)));
    EXPECT_EQ(upper.deliveries.size(), 1u);
    ip.open_disable({0, 0, udp, udp});
}

TEST_F(NetIpIpv4, an_address_that_cannot_be_changes_nothing) {
    MAKE_IP(ip);
    TestAttachment foreign{0x0b000001, 24};
    EXPECT_TRUE(ip.readdress(foreign, 0x0b000002, 24, 0).is_error());
    EXPECT_TRUE(ip.readdress(network, 0xc0a80505, 24, 0).is_error()); // the other network's
    EXPECT_TRUE(ip.readdress(network, 0x0c000002, 24, 0x0d000001).is_error());
    EXPECT_TRUE(ip.readdress(network, 0x0c000002, 24, 0x0c000002).is_error());
    EXPECT_TRUE(ip.readdress(network, 0, 32, neighbour).is_error());
    EXPECT_EQ(ip.local_address(neighbour).value(), own);
    EXPECT_EQ(ip.local_address(stranger).value(), own);
}

TEST_F(NetIpIpv4, a_session_chooses_its_type_of_service_and_its_lifetime) {
    MAKE_IP(ip);
    Session& session = *ip.open(nullptr, {0, 0xc0a80005, udp, udp}).value();
    session.set_service(0xb8, 3);
    for (u32 const bytes : {100, 1000}) { // the latter in fragments
        Message message = buffers.all.message(pattern(bytes));
        ASSERT_TRUE(session.push(message).is_ok());
    }
    auto const sent = other_network.take();
    ASSERT_EQ(sent.size(), 3u);
    for (auto const& each : sent) {
        EXPECT_EQ(each.bytes[1], 0xb8);
        EXPECT_EQ(each.bytes[8], 3);
        EXPECT_TRUE(has_right_header(each.bytes));
    }
    session.release();
}

TEST_F(NetIpIpv4, a_second_gateway_is_used_when_the_first_is_doubted_and_the_other_way_round) {
    constexpr u32 second = neighbour + 4;
    Ipv4::Attributes attributes = with();
    attributes.second_gateway = second;
    BoundIpv4 ip({.attachments = Span<Attachment* const>(attachments),
                  .alarms = alarms,
                  .buffers = buffers,
                  .allocator = allocator},
                 attributes);
    Session& far = *ip.open(nullptr, {0, stranger, udp, udp}).value();
    Session& near = *ip.open(nullptr, {0, neighbour + 2, udp, udp}).value();
    auto const next_hop = [&](Session& session) {
        Message message = buffers.all.message(pattern(8));
        EXPECT_TRUE(session.push(message).is_ok());
        return network.take().at(0).neighbour;
    };
    EXPECT_EQ(next_hop(far), neighbour);
    ip.doubt(stranger);
    EXPECT_EQ(next_hop(far), second);
    ip.doubt(neighbour + 2); // who is reached without
    EXPECT_EQ(next_hop(near), neighbour + 2);
    ip.doubt(stranger + 1);
    EXPECT_EQ(next_hop(far), neighbour);
    far.release();
    near.release();
}

TEST_F(NetIpIpv4, the_address_of_all_of_a_network_is_known) {
    MAKE_IP(ip);
    for (u32 const each : {u32(0x0a0000ff), u32(0xc0a8ffff), limited_broadcast})
        EXPECT_TRUE(ip.is_broadcast(each));
    for (u32 const each : {own, neighbour, stranger, u32(0x0a0001ff), u32(0x7fffffff)})
        EXPECT_FALSE(ip.is_broadcast(each));
}

} // namespace
} // namespace flat::net::ip

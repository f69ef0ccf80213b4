// SPDX-License-Identifier: BSD-2-Clause
// Tests of what IPv4, ICMP and UDP do with options of packets.
#include <net/ip/icmp.hpp>
#include <net/ip/ipv4.hpp>
#include <net/ip/testing.hpp>
#include <net/ip/udp.hpp>

#include <gtest/gtest.h>

namespace flat::net::ip {
namespace {

using namespace testing;
using Reason = ErrorReports::Reason;

constexpr u32 own = 0x0a000002, neighbour = 0x0a000001, far = 0x08080808, farther = 0x0b000001;
constexpr u16 port = 7;

/// Keeps the options, too.
class UpperWithOptions : public OptionsUpper {
public:
    void* narrow(InterfaceId id) override {
        return id == OptionsUpper::interface_id ? static_cast<OptionsUpper*>(this) : nullptr;
    }
    bool deliver(Participants const&, Message& message) override {
        return take(message, nothing_came);
    }
    bool deliver_with_options(Participants const&, Message& message,
                              Span<u8 const> options) override {
        return take(message, {options.begin(), options.end()});
    }
    void failed(Participants const&, Report const&, Span<u8 const>) override {}

    inline static Bytes const nothing_came{0xff};
    std::vector<Bytes> options;
    std::vector<Bytes> data;

private:
    bool take(Message& message, Bytes const& came) {
        options.push_back(came);
        data.push_back(bytes_of(message));
        return true;
    }
};

class NetIpIpv4Options : public ::testing::Test {
protected:
    explicit NetIpIpv4Options(bool source_routes = true, bool forwards = true)
        : takes_source_routes(source_routes), does_forward(forwards) {}
    void SetUp() override {
        ip.bind_reports(icmp);
        ASSERT_TRUE(ip.add_route({0, 0, neighbour}).is_ok());
        ASSERT_TRUE(udp.open_enable(upper, {0, 0, port, 0}).is_ok());
    }
    ~NetIpIpv4Options() override { EXPECT_EQ(buffers.all.used(), 0u); }

    /// A datagram without a checksum, to our port.
    static Bytes datagram(Bytes const& data) {
        Bytes bytes = hex("1000000700000000");
        store_big_endian_u16(&bytes[4], static_cast<u16>(8 + data.size()));
        return bytes + data;
    }
    void arrive(PacketForm const& form, Bytes const& data) {
        network.arrive(buffers.all, packet(form, data));
    }
    /// The one packet that was sent since, whose header must be right.
    Bytes sent(TestAttachment& by) {
        auto const packets = by.take();
        EXPECT_EQ(packets.size(), 1u);
        if (packets.empty()) return Bytes(20);
        EXPECT_TRUE(is_right(packets[0].bytes));
        last_hop = packets[0].neighbour;
        return packets[0].bytes;
    }
    Bytes sent() { return sent(network); }
    static bool is_right(Bytes const& bytes) {
        Checksum checksum;
        checksum.add(span_of(bytes).first(bytes[0] % 16 * 4u));
        return checksum.is_right() && load_big_endian_u16(&bytes[2]) == bytes.size();
    }
    static Bytes options_of(Bytes const& bytes) {
        return {bytes.begin() + 20, bytes.begin() + bytes[0] % 16 * 4};
    }
    static u32 destination_of(Bytes const& bytes) { return load_big_endian(&bytes[16]); }
    Result<void, NetworkError> push(Session& session, Bytes const& bytes) {
        Message message = buffers.all.message(bytes);
        return session.push(message);
    }

    bool takes_source_routes;
    bool does_forward;
    u32 last_hop = 0;
    OwnBuffers buffers{64};
    TestAllocator allocator;
    TestAlarms alarms; // a second has passed: 1000 ms are 3e8
    TestAttachment network{own, 24}, other{0x0b000002, 24, 68};
    Attachment* attachments[2] = {&network, &other};
    UpperWithOptions upper;
    BoundIpv4 ip{{.attachments = Span<Attachment* const>(attachments),
                  .alarms = alarms,
                  .buffers = buffers,
                  .allocator = allocator},
                 {.gateway = 0,
                  .source_routes = takes_source_routes,
                  .forwards = does_forward,
                  .forwards_source_routes = takes_source_routes,
                  .lifetime = 64,
                  .reassemblies = 2,
                  .fragments = 16}};
    Icmp icmp{{.ip = ip, .alarms = alarms, .buffers = buffers, .replies = {}, .raw = {}},
              {.reports_per_second = 10}};
    Udp udp{{.ip = ip, .alarms = alarms, .allocator = allocator}, {}};
};

class NetIpIpv4WithoutSourceRoutes : public NetIpIpv4Options {
protected:
    NetIpIpv4WithoutSourceRoutes() : NetIpIpv4Options(false) {}
};

/// It goes on by source routes, but forwards nothing else.
class NetIpIpv4HostInSourceRoutes : public NetIpIpv4Options {
protected:
    NetIpIpv4HostInSourceRoutes() : NetIpIpv4Options(true, false) {}
};

TEST_F(NetIpIpv4Options, the_user_of_udp_gets_those_of_its_datagrams) {
    arrive({.options = hex("9404000001000000")}, datagram(pattern(30)));
    arrive({}, datagram(pattern(31)));
    ASSERT_EQ(upper.options.size(), 2u);
    EXPECT_EQ(upper.options[0], hex("9404000001"));
    EXPECT_EQ(upper.data[0], pattern(30));
    EXPECT_EQ(upper.options[1], UpperWithOptions::nothing_came);
    udp.open_disable({0, 0, port, 0});
    TestUpper plain;
    ASSERT_TRUE(udp.open_enable(plain, {0, 0, port, 0}).is_ok());
    arrive({.options = hex("94040000")}, datagram(pattern(32)));
    EXPECT_EQ(plain.deliveries.at(0).bytes, pattern(32));
}

TEST_F(NetIpIpv4Options, those_of_a_datagram_are_those_of_its_first_fragment) {
    Bytes const whole = datagram(pattern(24));
    Bytes const first(whole.begin(), whole.begin() + 16);
    arrive({.fragment = 2, .options = hex("94040000")}, after(whole, 16));
    arrive({.fragment = 0x2000, .options = hex("0101010194040000")}, first);
    ASSERT_EQ(upper.options.size(), 1u);
    EXPECT_EQ(upper.options[0], hex("0101010194040000"));
    EXPECT_EQ(upper.data[0], pattern(24));
}

TEST_F(NetIpIpv4Options, what_nobody_wants_is_reported_of_fragments_in_any_order_too) {
    Bytes const whole = hex("1000000900180000") + pattern(16);
    arrive({.fragment = 2}, after(whole, 16));
    arrive({.fragment = 0x2000}, Bytes(whole.begin(), whole.begin() + 16));
    Bytes const reported = sent();
    EXPECT_EQ(reported[20], 3);
    arrive({.fragment = 0x2000}, Bytes(whole.begin(), whole.begin() + 16));
    arrive({.fragment = 2}, after(whole, 16)); // the last to come is no first one
    EXPECT_EQ(sent()[20], 3);
}

TEST_F(NetIpIpv4Options, a_session_sends_what_its_user_has_set_until_that_is_none) {
    Session& session = *udp.open(nullptr, {0, neighbour, port, 9}).value();
    u32 const room = session.mtu();
    ASSERT_TRUE(session.set_options(span_of(hex("94040000010101"))).is_ok());
    EXPECT_EQ(session.mtu(), room - 8);
    ASSERT_TRUE(push(session, pattern(50)).is_ok());
    Bytes const with = sent();
    EXPECT_EQ(options_of(with), hex("9404000001010100"));
    EXPECT_EQ(after(with, 36), pattern(50));
    ASSERT_TRUE(session.set_options({}).is_ok());
    ASSERT_TRUE(push(session, pattern(50)).is_ok());
    EXPECT_EQ(sent().size(), 78u);
    EXPECT_EQ(session.set_options(span_of(hex("83"))).error().code, NetworkError::invalid);
    session.release();
}

TEST_F(NetIpIpv4Options, a_source_route_goes_to_its_first_host) {
    Session& session = *udp.open(nullptr, {0, far, port, 9}).value();
    ASSERT_TRUE(session.set_options(span_of(hex("830b040a0000090c000001"))).is_ok());
    ASSERT_TRUE(push(session, pattern(50)).is_ok());
    Bytes const bytes = sent();
    EXPECT_EQ(last_hop, 0x0a000009u);
    EXPECT_EQ(destination_of(bytes), 0x0a000009u);
    EXPECT_EQ(options_of(bytes), hex("830b040c0000010808080800"));
    Checksum checksum; // of what the other end gets
    for (u32 const part : {own, far, 17u, 58u})
        checksum.add_u32(part);
    checksum.add(span_of(bytes).after(32));
    EXPECT_TRUE(checksum.is_right());
    session.release();
}

TEST_F(NetIpIpv4Options, source_routes_by_nobody_or_by_another_network_are_refused) {
    Session& session = *ip.open(nullptr, {0, far, 17, 17}).value();
    auto const refusal = [&](char const* options) {
        return session.set_options(span_of(hex(options))).error().code;
    };
    EXPECT_EQ(refusal("8307040a0000ff"), NetworkError::invalid);
    EXPECT_EQ(refusal("830704e0000001"), NetworkError::invalid);
    EXPECT_EQ(refusal("8307040b000001"), NetworkError::unreachable);
    EXPECT_EQ(refusal("8907040c000001"), NetworkError::unreachable); // no neighbour
    ASSERT_TRUE(push(session, pattern(8)).is_ok());
    EXPECT_EQ(sent().size(), 28u); // as before
    session.release();
}

TEST_F(NetIpIpv4Options, the_first_fragment_has_all_and_the_others_some) {
    Session& session = *ip.open(nullptr, {0, farther, 17, 17}).value();
    ASSERT_TRUE(session.set_options(span_of(hex("0101010194040000"))).is_ok());
    ASSERT_TRUE(push(session, pattern(80)).is_ok());
    auto const fragments = other.take();
    ASSERT_EQ(fragments.size(), 2u);
    EXPECT_TRUE(is_right(fragments[0].bytes) && is_right(fragments[1].bytes));
    EXPECT_EQ(options_of(fragments[0].bytes), hex("0101010194040000"));
    EXPECT_EQ(options_of(fragments[1].bytes), hex("94040000"));
    EXPECT_EQ(after(fragments[0].bytes, 28) + after(fragments[1].bytes, 24), pattern(80));
    session.release();
}

TEST_F(NetIpIpv4Options, who_forwards_records_its_address_and_the_time) {
    arrive({.to = farther, .options = hex("0707040000000000")}, pattern(8));
    EXPECT_EQ(options_of(sent(other)), hex("0707080b00000200"));
    arrive({.to = farther, .options = hex("4408050000000000")}, pattern(8));
    EXPECT_EQ(options_of(sent(other)), hex("44080900800003e8"));
    arrive({.to = farther, .options = hex("0707040000000000")}, pattern(80));
    auto const fragments = other.take();
    ASSERT_EQ(fragments.size(), 2u);
    EXPECT_EQ(options_of(fragments[0].bytes), hex("0707080b00000200"));
    EXPECT_TRUE(options_of(fragments[1].bytes).empty());
}

TEST_F(NetIpIpv4Options, a_packet_goes_on_by_its_source_route) {
    arrive({.ttl = 9, .options = hex("830b040b0000090808080800")}, datagram(pattern(8)));
    Bytes const bytes = sent(other);
    EXPECT_EQ(last_hop, 0x0b000009u);
    EXPECT_EQ(destination_of(bytes), 0x0b000009u);
    EXPECT_EQ(PacketHeader::read(bytes.data()).ttl, 8);
    EXPECT_EQ(options_of(bytes), hex("830b080b0000020808080800"));
    EXPECT_EQ(after(bytes, 32), datagram(pattern(8)));
    EXPECT_TRUE(upper.data.empty());
    arrive({.options = hex("83070408080808") + hex("00")}, datagram(pattern(8)));
    EXPECT_EQ(destination_of(sent()), far);
    EXPECT_EQ(last_hop, neighbour); // by the usual way to there
}

TEST_F(NetIpIpv4Options, a_source_route_that_leads_nowhere_is_refused) {
    for (char const* const route : {"89070408080808", // strict, and no neighbour
                                    "8307040b0000ff", "830704e0000001", "83070400000000",
                                    "8307047f000001",    // which no stranger reaches
                                    "83070308080808"}) { // a pointer to what is no address
        arrive({.options = hex(route) + hex("00")}, datagram(pattern(8)));
        Bytes const reported = sent();
        EXPECT_EQ(Bytes(reported.begin() + 20, reported.begin() + 22), hex("0305")) << route;
    }
    EXPECT_TRUE(upper.data.empty());
}

TEST_F(NetIpIpv4Options, what_goes_on_by_its_source_route_has_a_lifetime_and_fits) {
    Bytes const options = hex("8307040b00000900");
    arrive({.ttl = 1, .options = options}, datagram(pattern(8)));
    EXPECT_EQ(sent()[20], 11);
    arrive({.options = options}, pattern(80));
    auto const fragments = other.take();
    ASSERT_EQ(fragments.size(), 2u);
    EXPECT_EQ(options_of(fragments[1].bytes), hex("8307080b00000200"));
}

TEST_F(NetIpIpv4HostInSourceRoutes, a_packet_goes_on_within_its_network_alone) {
    arrive({.options = hex("8307040a00000900")}, datagram(pattern(8)));
    EXPECT_EQ(destination_of(sent()), 0x0a000009u);
    arrive({.options = hex("8307040b00000900")}, datagram(pattern(8)));
    EXPECT_EQ(sent()[21], 5);
    EXPECT_TRUE(other.take().empty());
}

TEST_F(NetIpIpv4WithoutSourceRoutes, a_packet_that_is_to_go_on_from_here_by_its_route_is_refused) {
    arrive({.options = hex("8307040808080800")}, datagram(pattern(8)));
    Bytes const reported = sent();
    EXPECT_EQ(Bytes(reported.begin() + 20, reported.begin() + 22), hex("0305"));
    EXPECT_TRUE(upper.data.empty());
}

TEST_F(NetIpIpv4Options, an_echo_goes_back_by_the_reverse_route_with_what_was_recorded) {
    Bytes const request = icmp_message(8, 0, 1, pattern(20));
    arrive({.from = far,
            .user = 1,
            .options = hex("8307080a000009070b080102030400000000") + hex("0000")},
           request);
    Bytes const answer = sent();
    EXPECT_EQ(options_of(answer), hex("83070408080808070b0c010203040a000002") + hex("0000"));
    EXPECT_EQ(after(answer, 40), icmp_message(0, 0, 1, pattern(20)));
}

TEST_F(NetIpIpv4Options, the_time_of_arrival_is_recorded) {
    arrive({.options = hex("4408050000000000")}, datagram(pattern(8)));
    EXPECT_EQ(upper.options.at(0), hex("44080900800003e8"));
}

TEST_F(NetIpIpv4WithoutSourceRoutes, answers_go_by_the_usual_way) {
    arrive({.user = 1, .options = hex("8307080a00000900")}, icmp_message(8, 0, 1, pattern(20)));
    Bytes const answer = sent();
    EXPECT_EQ(last_hop, neighbour);
    EXPECT_EQ(answer.size(), 48u);
    arrive({.options = hex("8307080a00000900")}, datagram(pattern(8)));
    EXPECT_EQ(upper.options.at(0), hex("01010101010101"));
}

} // namespace
} // namespace flat::net::ip

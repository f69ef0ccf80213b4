// SPDX-License-Identifier: BSD-2-Clause
// Tests of UDP.
#include <net/ip/udp.hpp>

#include <net/ip/host/testing.hpp>
#include <net/ip/icmp.hpp>

namespace flat::net::ip {
namespace {

using namespace testing;

/// A datagram with a right checksum, as a neighbour sends it.
Bytes datagram(u16 from, u16 to, Bytes const& data) {
    Bytes bytes(8);
    store_big_endian_u16(&bytes[0], from);
    store_big_endian_u16(&bytes[2], to);
    store_big_endian_u16(&bytes[4], static_cast<u16>(8 + data.size()));
    bytes = bytes + data;
    Checksum checksum;
    checksum.add_u32(own);
    checksum.add_u32(neighbour);
    checksum.add(u16{17});
    checksum.add(static_cast<u16>(bytes.size()));
    checksum.add(span_of(bytes));
    checksum.store(&bytes[6]);
    return bytes;
}

class NetIpUdp : public HostTest {
protected:
    void SetUp() override { ip.bind_reports(icmp); }

    void arrive(Bytes const& bytes) { network.arrive(buffers.all, packet({}, bytes)); }

    TestUpper upper, other;
    Icmp icmp{{.ip = ip, .alarms = alarms, .buffers = buffers, .replies = {}, .raw = {}},
              {.reports_per_second = 10}};
    Udp udp{{.ip = ip, .alarms = alarms, .allocator = allocator}, {}};
};

TEST_F(NetIpUdp, a_datagram_is_sent_with_ports_length_and_checksum) {
    Session& session = *udp.open(nullptr, {0, neighbour, 1000, 53}).value();
    for (u32 const size : {0u, 1u, 100u, 1472u}) {
        Message message = buffers.all.message(pattern(size));
        ASSERT_TRUE(session.push(message).is_ok());
        Bytes const sent = network.take()[0].bytes;
        EXPECT_EQ(after(sent, 20), datagram(1000, 53, pattern(size))); // sums are symmetric
    }
    EXPECT_EQ(session.participants(), (Participants{own, neighbour, 1000, 53}));
    EXPECT_EQ(session.mtu(), 1472u);
    Message too_long = buffers.all.message(pattern(65508));
    EXPECT_EQ(session.push(too_long).error().code, NetworkError::too_long);
    session.release();
}

TEST_F(NetIpUdp, what_stays_within_this_host_has_no_checksum) {
    TestAttachment within{0x7f000001, 8, 65535};
    Attachment* both[2] = {&within, &network};
    BoundIpv4 own_ip{{.attachments = Span<Attachment* const>(both),
                      .alarms = alarms,
                      .buffers = buffers,
                      .allocator = allocator},
                     {.gateway = 0,
                      .source_routes = false,
                      .forwards = false,
                      .lifetime = 64,
                      .reassemblies = 2,
                      .fragments = 64}};
    own_ip.bind_reports(icmp);
    Udp own_udp{{.ip = own_ip, .alarms = alarms, .allocator = allocator}, {}};
    Session& session = *own_udp.open(nullptr, {0, 0x7f000001, 1000, 53}).value();
    Message message = buffers.all.message(pattern(100));
    ASSERT_TRUE(session.push(message).is_ok());
    Bytes const sent = within.take()[0].bytes;
    EXPECT_EQ(load_big_endian_u16(&sent[20 + 6]), 0u);
    EXPECT_EQ(after(sent, 28), pattern(100));
    session.release();
}

TEST_F(NetIpUdp, a_sum_of_zero_is_sent_as_its_other_form) {
    Session& session = *udp.open(nullptr, {0, neighbour, 1000, 53}).value();
    Bytes data(2);
    Bytes const empty = datagram(1000, 53, data);
    data = {empty[6], empty[7]}; // makes the sum what it is minus itself
    Message message = buffers.all.message(data);
    ASSERT_TRUE(session.push(message).is_ok());
    EXPECT_EQ(load_big_endian_u16(&network.take()[0].bytes[26]), 0xffff);
    session.release();
}

TEST_F(NetIpUdp, datagrams_have_the_service_and_the_lifetime_that_the_user_sets) {
    Session& session = *udp.open(nullptr, {0, neighbour, 1000, 53}).value();
    session.set_service(0x08, 9);
    Message message = buffers.all.message(pattern(10));
    ASSERT_TRUE(session.push(message).is_ok());
    Bytes const sent = network.take()[0].bytes;
    EXPECT_EQ(sent[1], 0x08);
    EXPECT_EQ(sent[8], 9);
    EXPECT_TRUE(has_right_header(sent));
    session.release();
}

TEST_F(NetIpUdp, a_datagram_goes_to_who_has_the_port) {
    EXPECT_EQ(udp.open_enable(upper, {0, 0, 7, 0}).value(), (Participants{0, 0, 7, 0}));
    arrive(datagram(4000, 7, pattern(50)));
    ASSERT_EQ(upper.deliveries.size(), 1u);
    EXPECT_EQ(upper.deliveries[0].participants, (Participants{own, neighbour, 7, 4000}));
    EXPECT_EQ(upper.deliveries[0].bytes, pattern(50));
    Bytes without_sum = datagram(4000, 7, pattern(9));
    without_sum[6] = without_sum[7] = 0;
    arrive(without_sum);
    EXPECT_EQ(upper.deliveries.size(), 2u);
    Session& session = *udp.open(&other, {0, neighbour, 7, 4000}).value();
    arrive(datagram(4000, 7, pattern(50)));
    EXPECT_EQ(other.deliveries.size(), 1u);
    session.release();
    udp.open_disable({0, 0, 7, 0});
    EXPECT_TRUE(network.sent.empty());
}

TEST_F(NetIpUdp, nobody_listens_at_an_address_of_another_host) {
    for (u32 const strange : {neighbour, 0x08080808u, 1u})
        EXPECT_EQ(udp.open_enable(upper, {strange, 0, 7, 0}).error().code,
                  NetworkError::unreachable);
    for (u32 const known : {own, 0x7f000001u, 0x7f010203u, own | 0xffu, 0xffffffffu, 0xe0000001u}) {
        EXPECT_EQ(udp.open_enable(upper, {known, 0, 7, 0}).value(), (Participants{known, 0, 7, 0}));
        udp.open_disable({known, 0, 7, 0});
    }
}

TEST_F(NetIpUdp, who_listens_at_an_address_of_many_hosts_sends_from_one_of_ours) {
    for (u32 const many : {own | 0xffu, 0xffffffffu, 0xe0000001u}) {
        Session& session = *udp.open(nullptr, {many, neighbour, 7, 53}).value();
        EXPECT_EQ(session.participants().local, own);
        session.release();
    }
}

TEST_F(NetIpUdp, at_a_port_that_nobody_has_the_sender_is_told) {
    Bytes const unwanted = datagram(4000, 7, pattern(50));
    arrive(unwanted);
    auto const sent = network.take();
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].bytes[20], 3);
    EXPECT_EQ(sent[0].bytes[21], 3);
    EXPECT_EQ(after(sent[0].bytes, 28), first(packet({}, unwanted), 28));
}

TEST_F(NetIpUdp, wrong_lengths_and_sums_are_dropped) {
    ASSERT_TRUE(udp.open_enable(upper, {0, 0, 7, 0}).is_ok());
    Bytes const right = datagram(4000, 7, pattern(50));
    for (usize const place : {4u, 5u, 7u, 30u}) {
        Bytes bytes = right;
        bytes[place] ^= 0x41;
        arrive(bytes);
    }
    arrive(Bytes(right.begin(), right.begin() + 7));
    EXPECT_EQ(udp.malformed(), 5u);
    EXPECT_TRUE(upper.deliveries.empty());
}

TEST_F(NetIpUdp, the_sender_hears_that_nobody_listens) {
    Session& session = *udp.open(&upper, {0, neighbour, 0, 53}).value();
    Message message = buffers.all.message(pattern(5));
    ASSERT_TRUE(session.push(message).is_ok());
    Bytes const sent = network.take()[0].bytes;
    Bytes error = hex("0303000000000000") + Bytes(sent.begin(), sent.begin() + 28);
    Checksum checksum;
    checksum.add(span_of(error));
    checksum.store(&error[2]);
    network.arrive(buffers.all, packet({.user = 1}, error));
    ASSERT_EQ(upper.failures.size(), 1u);
    EXPECT_EQ(upper.failures[0].participants, session.participants());
    EXPECT_EQ(upper.failures[0].report.problem, Upper::Problem::refused);
    EXPECT_GE(session.participants().local_port, 49152);
    session.release();
}

TEST_F(NetIpUdp, the_local_address_may_be_chosen_among_ours) {
    Session& session = *udp.open(nullptr, {own, neighbour, 1000, 53}).value();
    EXPECT_EQ(session.participants().local, own);
    session.release();
    EXPECT_EQ(udp.open(nullptr, {0x0a000099, neighbour, 1000, 53}).error().code,
              NetworkError::invalid);
}

TEST_F(NetIpUdp, taken_ports_and_missing_memory_are_errors) {
    ASSERT_TRUE(udp.open_enable(upper, {0, 0, 7, 0}).is_ok());
    EXPECT_EQ(udp.open_enable(other, {0, 0, 7, 0}).error().code, NetworkError::in_use);
    Session& session = *udp.open(&upper, {0, neighbour, 7, 9}).value();
    EXPECT_EQ(udp.open(&other, {0, neighbour, 7, 9}).error().code, NetworkError::in_use);
    session.release();
    EXPECT_EQ(udp.open(&other, {0, 0, 7, 9}).error().code, NetworkError::invalid);
    for (usize left = 0; left < 3; ++left) {
        allocator.left = left;
        EXPECT_EQ(udp.open(&other, {0, neighbour, 8, 9}).error().code, NetworkError::exhausted);
    }
}

} // namespace
} // namespace flat::net::ip

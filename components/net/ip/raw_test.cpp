// SPDX-License-Identifier: BSD-2-Clause
// Tests of messages of ICMP as they are.
#include <net/ip/raw.hpp>

#include <net/ip/host/testing.hpp>
#include <net/ip/icmp.hpp>

namespace flat::net::ip {
namespace {

using namespace testing;

class NetIpRaw : public HostTest {
protected:
    void SetUp() override { ip.bind_reports(icmp); }

    void arrive(Bytes const& message) { network.arrive(buffers.all, packet({.user = 1}, message)); }

    TestUpper upper, other;
    Raw raw{{.ip = ip, .buffers = buffers}, {}};
    Icmp icmp{{.ip = ip, .alarms = alarms, .buffers = buffers, .replies = {}, .raw = raw},
              {.reports_per_second = 10}};
};

TEST_F(NetIpRaw, every_user_gets_every_message_and_the_host_goes_on) {
    ASSERT_TRUE(raw.open_enable(upper, {}).is_ok());
    ASSERT_TRUE(raw.open_enable(other, {own, 0, 0, 0}).is_ok());
    Bytes const request = icmp_message(8, 0, 7, pattern(30));
    Bytes const unknown = icmp_message(42, 3, 9, pattern(5));
    arrive(request);
    arrive(unknown);
    for (TestUpper const* each : {&upper, &other}) {
        ASSERT_EQ(each->deliveries.size(), 2u);
        EXPECT_EQ(each->deliveries[0].bytes, request);
        EXPECT_EQ(each->deliveries[0].participants, (Participants{own, neighbour, 0, 0}));
        EXPECT_EQ(each->deliveries[1].bytes, unknown);
    }
    ASSERT_EQ(network.sent.size(), 1u); // the echo is answered all the same
    EXPECT_EQ(after(network.sent[0].bytes, 20), icmp_message(0, 0, 7, pattern(30)));
}

TEST_F(NetIpRaw, a_user_of_another_address_and_one_that_has_ended_get_nothing) {
    ASSERT_TRUE(raw.open_enable(upper, {0x7f000001, 0, 0, 0}).is_ok());
    raw.open_disable(raw.open_enable(other, {}).value());
    arrive(icmp_message(42, 0, 0, {}));
    EXPECT_TRUE(upper.deliveries.empty());
    EXPECT_TRUE(other.deliveries.empty());
}

TEST_F(NetIpRaw, nobody_uses_an_address_of_another_host) {
    for (u32 const strange : {neighbour, 0x08080808u, 0xffffffffu, 0xe0000001u})
        EXPECT_EQ(raw.open_enable(upper, {strange, 0, 0, 0}).error().code,
                  NetworkError::unreachable);
}

TEST_F(NetIpRaw, what_is_damaged_reaches_nobody) {
    ASSERT_TRUE(raw.open_enable(upper, {}).is_ok());
    Bytes damaged = icmp_message(11, 0, 0, pattern(28));
    damaged[9] ^= 1;
    arrive(damaged);
    EXPECT_TRUE(upper.deliveries.empty());
}

TEST_F(NetIpRaw, what_is_sent_is_what_the_user_has_written) {
    Session& session = *raw.open(nullptr, {0, neighbour, 0, 0}).value();
    Bytes const strange = hex("2a03123499999999");
    Message message = buffers.all.message(strange);
    ASSERT_TRUE(session.push(message).is_ok());
    Bytes const sent = network.take().at(0).bytes;
    EXPECT_EQ(after(sent, 20), strange);
    EXPECT_EQ(PacketHeader::read(sent.data()).user, 1);
    session.release();
    EXPECT_EQ(raw.open(&upper, {0, neighbour, 0, 0}).error().code, NetworkError::invalid);
}

TEST_F(NetIpRaw, users_hear_of_what_did_not_arrive) {
    ASSERT_TRUE(raw.open_enable(upper, {}).is_ok());
    Bytes const sent = packet({.from = own, .to = 0x0a000009, .user = 1}, pattern(8));
    arrive(icmp_message(11, 0, 0, sent));
    ASSERT_EQ(upper.failures.size(), 1u);
    EXPECT_EQ(upper.failures[0].participants, (Participants{own, 0x0a000009, 0, 0}));
    EXPECT_EQ(upper.failures[0].report.reporter, neighbour);
    EXPECT_EQ(upper.failures[0].beginning, pattern(8));
}

TEST_F(NetIpRaw, users_are_bounded_and_make_room) {
    Participants last{};
    for (u32 i = 0; i < Raw::users_max; ++i)
        last = raw.open_enable(upper, {}).value();
    EXPECT_EQ(raw.open_enable(other, {}).error().code, NetworkError::exhausted);
    raw.open_disable(last);
    EXPECT_TRUE(raw.open_enable(other, {}).is_ok());
}

} // namespace
} // namespace flat::net::ip

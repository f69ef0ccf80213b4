// SPDX-License-Identifier: BSD-2-Clause
// Tests of echoes for users of this host.
#include <net/ip/echo.hpp>

#include <net/ip/host/testing.hpp>
#include <net/ip/icmp.hpp>

namespace flat::net::ip {
namespace {

using namespace testing;

constexpr u16 identifier = 0x1234;

class NetIpEcho : public HostTest {
protected:
    void SetUp() override { ip.bind_reports(icmp); }

    Result<void, NetworkError> push(Session& session, Bytes const& bytes) {
        Message message = buffers.all.message(bytes);
        return session.push(message);
    }
    void arrive(Bytes const& message) { network.arrive(buffers.all, packet({.user = 1}, message)); }

    TestUpper upper, other;
    Echo echo{{.ip = ip, .allocator = allocator}, {}};
    Icmp icmp{{.ip = ip, .alarms = alarms, .buffers = buffers, .replies = echo, .raw = {}},
              {.reports_per_second = 10}};
};

TEST_F(NetIpEcho, a_request_has_the_sessions_identifier_and_a_checksum) {
    Session& session = *echo.open(nullptr, {0, neighbour, identifier, 0}).value();
    ASSERT_TRUE(push(session, hex("0800ffff99990007") + pattern(30)).is_ok());
    auto const sent = network.take();
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].neighbour, neighbour);
    EXPECT_EQ(after(sent[0].bytes, 20), icmp_message(8, 0, 0x12340007, pattern(30)));
    session.release();
}

TEST_F(NetIpEcho, what_is_no_request_is_not_sent) {
    Session& session = *echo.open(nullptr, {0, neighbour, identifier, 0}).value();
    for (char const* const wrong : {"0000000000000001", "0801000000000001", "080000000000"})
        EXPECT_EQ(push(session, hex(wrong)).error().code, NetworkError::invalid);
    EXPECT_TRUE(network.take().empty());
    EXPECT_EQ(echo.open(nullptr, {0, 0, identifier, 0}).error().code, NetworkError::invalid);
    session.release();
}

TEST_F(NetIpEcho, an_answer_goes_to_the_user_with_its_identifier) {
    ASSERT_TRUE(echo.open_enable(upper, {0, 0, identifier, 0}).is_ok());
    ASSERT_TRUE(echo.open_enable(other, {0, 0, identifier + 1, 0}).is_ok());
    Bytes const answer = icmp_message(0, 0, 0x12340007, pattern(30));
    arrive(answer);
    ASSERT_EQ(upper.deliveries.size(), 1u);
    EXPECT_EQ(upper.deliveries[0].bytes, answer);
    EXPECT_EQ(upper.deliveries[0].participants, (Participants{own, neighbour, identifier, 0}));
    EXPECT_TRUE(other.deliveries.empty());
    echo.open_disable({0, 0, identifier, 0});
    arrive(answer);
    EXPECT_EQ(upper.deliveries.size(), 1u);
    EXPECT_EQ(echo.unwanted(), 1u);
}

TEST_F(NetIpEcho, damaged_answers_and_messages_that_are_none_reach_nobody) {
    ASSERT_TRUE(echo.open_enable(upper, {0, 0, identifier, 0}).is_ok());
    Bytes damaged = icmp_message(0, 0, 0x12340007, pattern(30));
    damaged[20] ^= 1;
    arrive(damaged);
    arrive(icmp_message(0, 1, 0x12340007, pattern(30)));
    arrive(hex("0000ffff"));
    EXPECT_TRUE(upper.deliveries.empty());
}

TEST_F(NetIpEcho, two_users_have_two_identifiers) {
    u16 const first = echo.open_enable(upper, {}).value().local_port;
    u16 const second = echo.open_enable(other, {}).value().local_port;
    EXPECT_NE(first, 0);
    EXPECT_NE(first, second);
    EXPECT_EQ(echo.open_enable(other, {0, 0, first, 0}).error().code, NetworkError::in_use);
}

TEST_F(NetIpEcho, a_user_hears_that_its_request_did_not_arrive) {
    Session& session = *echo.open(&upper, {0, neighbour, identifier, 0}).value();
    ASSERT_TRUE(push(session, hex("0800000000000007")).is_ok());
    Bytes const sent = network.take().at(0).bytes;
    arrive(icmp_message(11, 0, 0, sent)); // its lifetime has ended
    ASSERT_EQ(upper.failures.size(), 1u);
    EXPECT_EQ(upper.failures[0].report.problem, Upper::Problem::expired);
    EXPECT_EQ(upper.failures[0].participants, (Participants{own, neighbour, identifier, 0}));
    Bytes const answer =
        packet({.from = own, .to = neighbour, .user = 1}, icmp_message(0, 0, 0x12340007, {}));
    arrive(icmp_message(3, 1, 0, answer)); // an answer of ours, of which no user knows
    EXPECT_EQ(upper.failures.size(), 1u);
    session.release();
}

TEST_F(NetIpEcho, without_memory_there_is_no_session) {
    allocator.left = 0;
    EXPECT_EQ(echo.open(&upper, {0, neighbour, identifier, 0}).error().code,
              NetworkError::exhausted);
}

} // namespace
} // namespace flat::net::ip

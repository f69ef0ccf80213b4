// SPDX-License-Identifier: BSD-2-Clause
// Tests of urgent data (RFC 9293, section 3.8.5): what a partner is told, and what it tells.
#include <net/tcp/script/testing.hpp>

namespace flat::net::tcp {
namespace {

using namespace testing;

class NetTcpUrgent : public ConnectionScript {
protected:
    bool send_urgent(Bytes const& bytes) {
        Message data = buffers.message(bytes);
        return connection.send_urgent(data, now, out).is_ok();
    }
    /// Data at this offset of the partner's stream, whose urgent part ends so many bytes after.
    void arrive_urgent(u32 offset, u16 urgent, Bytes const& bytes) {
        Segment made = segment(Segment::ack | Segment::urg, theirs + 1 + offset, ours + 1);
        made.urgent = urgent;
        arrive(made, bytes);
    }
};

TEST_F(NetTcpUrgent, the_pointer_names_what_follows_the_urgent_data) {
    connect();
    ASSERT_TRUE(send_urgent(pattern(100)));
    Segment const sent = out.only().segment;
    EXPECT_TRUE(sent.has(Segment::urg));
    EXPECT_EQ(sent.urgent, 100);
    ASSERT_TRUE(send(pattern(2000))); // not urgent
    arrive(segment(Segment::ack, theirs + 1, ours + 1 + 100));
    for (Sent const& each : out.take())
        EXPECT_FALSE(each.segment.has(Segment::urg));
}

TEST_F(NetTcpUrgent, what_was_queued_before_is_as_urgent) {
    connect();
    ASSERT_TRUE(send(pattern(10)));
    ASSERT_TRUE(send_urgent(pattern(20)));
    arrive(segment(Segment::ack, theirs + 1, ours + 1 + 10));
    auto const sent = out.take();
    EXPECT_EQ(sent.back().segment.sequence, ours + 1 + 10);
    EXPECT_EQ(sent.back().segment.urgent, 20);
}

TEST_F(NetTcpUrgent, data_of_any_length_are_urgent) {
    Connection::Settings const roomy{1460, 131'072, 65536, 0};
    Connection large(buffers.pool(), roomy);
    large.open(ours, now, out);
    Segment answer = segment(Segment::syn | Segment::ack, theirs, ours + 1);
    answer.mss = 1460;
    Message nothing_more(buffers.pool());
    large.arrived(answer, nothing_more, now, out);
    out.take();
    Message data = buffers.message(pattern(100'000));
    ASSERT_TRUE(large.send_urgent(data, now, out).is_ok());
    EXPECT_EQ(out.take().front().segment.urgent, 0xffff); // as far as it can point
}

TEST_F(NetTcpUrgent, a_partner_that_takes_nothing_is_told) {
    connect(0);
    ASSERT_TRUE(send_urgent(pattern(100)));
    Sent const told = out.only();
    EXPECT_TRUE(told.data.empty());
    EXPECT_TRUE(told.segment.has(Segment::urg));
    EXPECT_EQ(told.segment.urgent, 100);
}

TEST_F(NetTcpUrgent, what_cannot_be_queued_is_not_urgent) {
    connect(0);
    ASSERT_TRUE(send(pattern(65'000)));
    EXPECT_FALSE(send_urgent(pattern(1000)));
    out.take();
    arrive(segment(Segment::ack, theirs + 1, ours + 1, 100));
    pass(1'000'000);
    ASSERT_FALSE(out.sent.empty());
    for (Sent const& each : out.take())
        EXPECT_FALSE(each.segment.has(Segment::urg));
}

TEST_F(NetTcpUrgent, how_much_is_urgent_is_known_before_it_comes_and_until_it_is_taken) {
    connect();
    EXPECT_EQ(connection.urgent(), 0u);
    arrive_urgent(0, 300, pattern(100));
    EXPECT_EQ(connection.urgent(), 300u);
    EXPECT_EQ(receive(40).size(), 40u);
    EXPECT_EQ(connection.urgent(), 260u);
    arrive_urgent(100, 100, pattern(200)); // the same is said, and all of it comes
    EXPECT_EQ(connection.urgent(), 260u);
    arrive_urgent(300, 50, pattern(100)); // it goes on
    EXPECT_EQ(connection.urgent(), 310u);
    EXPECT_EQ(receive().size(), 360u); // of which 50 are not urgent
    EXPECT_EQ(connection.urgent(), 0u);
}

TEST_F(NetTcpUrgent, a_pointer_counts_in_a_closed_window) {
    connect();
    for (u32 i = 0; i < 64; ++i)
        arrive(segment(Segment::ack, theirs + 1 + 1024 * i, ours + 1), pattern(1024));
    EXPECT_EQ(out.take().back().segment.window, 0);
    arrive_urgent(65'536, 1, pattern(1));
    EXPECT_EQ(connection.available(), 65'536u);
    EXPECT_EQ(connection.urgent(), 65'537u);
}

TEST_F(NetTcpUrgent, a_pointer_to_what_was_taken_says_nothing) {
    connect();
    arrive(segment(Segment::ack, theirs + 1, ours + 1), pattern(100));
    receive();
    arrive_urgent(50, 50, pattern(60));
    EXPECT_EQ(connection.urgent(), 0u);
    EXPECT_EQ(receive().size(), 10u);
}

TEST_F(NetTcpUrgent, a_partner_that_ends_leaves_nothing_urgent) {
    connect();
    Segment last = segment(Segment::ack | Segment::urg | Segment::fin, theirs + 1, ours + 1);
    last.urgent = 30;
    arrive(last, pattern(30));
    EXPECT_EQ(connection.urgent(), 30u);
    receive();
    EXPECT_EQ(connection.urgent(), 0u);
}

} // namespace
} // namespace flat::net::tcp

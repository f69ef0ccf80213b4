// SPDX-License-Identifier: BSD-2-Clause
// Tests of TCP's state machine against scripts.
#include <net/tcp/connection.hpp>

#include <net/tcp/script/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::tcp {
namespace {

using namespace testing;

class NetTcpConnection : public ConnectionScript {};

TEST_F(NetTcpConnection, the_client_sends_syn_and_acknowledges_the_answer) {
    connection.open(ours, now, out);
    Sent const syn = out.only();
    EXPECT_EQ(syn.segment.flags, Segment::syn);
    EXPECT_EQ(syn.segment.sequence, ours);
    EXPECT_EQ(syn.segment.mss, 1460);
    EXPECT_TRUE(syn.segment.has_timestamps);
    arrive(segment(Segment::syn | Segment::ack, theirs, ours + 1));
    Sent const ack = out.only();
    EXPECT_EQ(ack.segment.flags, Segment::ack);
    EXPECT_EQ(ack.segment.sequence, ours + 1);
    EXPECT_EQ(ack.segment.acknowledgement, theirs + 1);
    EXPECT_FALSE(ack.segment.has_timestamps);
    EXPECT_EQ(connection.due_us(), Connection::never_us);
}

TEST_F(NetTcpConnection, syn_is_sent_again_ever_more_slowly_and_then_given_up) {
    connection.open(ours, now, out);
    pass(182'000'000);
    EXPECT_EQ(out.take().size(), 8u);
    EXPECT_EQ(connection.state(), State::syn_sent);
    pass(2'000'000);
    EXPECT_EQ(connection.state(), State::closed);
    EXPECT_EQ(connection.failure()->code, NetworkError::timed_out);
}

TEST_F(NetTcpConnection, a_refusal_counts_only_if_it_answers_ours) {
    connection.open(ours, now, out);
    out.take();
    arrive(segment(Segment::rst | Segment::ack, 0, ours));
    arrive(segment(Segment::rst, theirs, 0));
    arrive(segment(Segment::ack, theirs, ours + 7));
    EXPECT_EQ(out.only().segment.flags, Segment::rst);
    EXPECT_EQ(connection.state(), State::syn_sent);
    arrive(segment(Segment::rst | Segment::ack, 0, ours + 1));
    EXPECT_EQ(connection.failure()->code, NetworkError::refused);
}

TEST_F(NetTcpConnection, both_may_open_at_the_same_time) {
    connection.open(ours, now, out);
    out.take();
    arrive(segment(Segment::syn, theirs, 0));
    EXPECT_EQ(out.only().segment.flags, Segment::syn | Segment::ack);
    EXPECT_EQ(connection.state(), State::syn_received);
    arrive(segment(Segment::ack, theirs + 1, ours + 1));
    EXPECT_EQ(connection.state(), State::established);
}

TEST_F(NetTcpConnection, the_server_answers_and_offers_what_it_was_offered) {
    Segment syn = segment(Segment::syn, theirs, 0);
    syn.mss = 1000;
    connection.accept(syn, ours, now, out);
    Sent const answer = out.only();
    EXPECT_EQ(answer.segment.flags, Segment::syn | Segment::ack);
    EXPECT_EQ(answer.segment.acknowledgement, theirs + 1);
    EXPECT_FALSE(answer.segment.has_window_shift);
    arrive(segment(Segment::ack, theirs + 1, ours + 1));
    EXPECT_TRUE(connection.is_connected());
    ASSERT_TRUE(send(pattern(2500)));
    auto const sent = out.take();
    ASSERT_EQ(sent.size(), 2u); // the rest waits for the first (Nagle)
    EXPECT_EQ(sent[0].data, first(pattern(2500), 1000));
}

TEST_F(NetTcpConnection, data_in_order_are_acknowledged_at_the_second_segment_or_soon) {
    connect();
    arrive(segment(Segment::ack, theirs + 1, ours + 1), pattern(100));
    EXPECT_TRUE(out.take().empty());
    arrive(segment(Segment::ack, theirs + 101, ours + 1), pattern(100, 2));
    EXPECT_EQ(out.only().segment.acknowledgement, theirs + 201);
    arrive(segment(Segment::ack, theirs + 201, ours + 1), pattern(10));
    pass(100'000);
    EXPECT_EQ(out.only().segment.acknowledgement, theirs + 211);
    EXPECT_EQ(receive(), pattern(100) + pattern(100, 2) + pattern(10));
}

TEST_F(NetTcpConnection, early_data_are_kept_and_asked_for_what_precedes_them) {
    connect();
    Bytes const all = pattern(400);
    auto const part = [&](u32 begin, u32 end) {
        return Bytes(all.begin() + begin, all.begin() + end);
    };
    for (auto const& [begin, end] : {std::pair{300u, 400u}, {100u, 200u}, {150u, 300u}}) {
        arrive(segment(Segment::ack, theirs + 1 + begin, ours + 1), part(begin, end));
        EXPECT_EQ(out.only().segment.acknowledgement, theirs + 1);
    }
    arrive(segment(Segment::ack, theirs + 1, ours + 1), part(0, 120));
    EXPECT_EQ(out.only().segment.acknowledgement, theirs + 401);
    EXPECT_EQ(receive(), all);
}

TEST_F(NetTcpConnection, nothing_beyond_the_window_is_taken) {
    connect();
    arrive(segment(Segment::ack, theirs + 1 + 70000, ours + 1), pattern(10));
    EXPECT_EQ(out.only().segment.acknowledgement, theirs + 1);
    for (u32 at = 0; at < 65536; at += 1024)
        arrive(segment(Segment::ack, theirs + 1 + at, ours + 1), pattern(1024));
    Segment const last = out.take().back().segment;
    EXPECT_EQ(last.acknowledgement, theirs + 1 + 65536);
    EXPECT_EQ(last.window, 0);
    arrive(segment(Segment::ack, theirs + 1 + 65536, ours + 1), pattern(10));
    EXPECT_EQ(out.only().segment.acknowledgement, theirs + 1 + 65536);
    EXPECT_EQ(receive(65536).size(), 65536u);
    EXPECT_GT(out.only().segment.window, 60000);
}

TEST_F(NetTcpConnection, what_is_not_acknowledged_is_sent_again_and_given_up_in_the_end) {
    connect();
    ASSERT_TRUE(send(pattern(100)));
    EXPECT_EQ(out.only().data, pattern(100));
    pass(300'000);
    EXPECT_EQ(out.only().data, pattern(100));
    pass(600'000'000);
    EXPECT_EQ(out.take().size(), 14u);
    EXPECT_EQ(connection.failure()->code, NetworkError::timed_out);
}

TEST_F(NetTcpConnection, how_often_something_is_sent_again_can_be_set) {
    connection.~Connection();
    Connection::Settings impatient = usual;
    impatient.tries = 3;
    impatient.connecting_tries = 1;
    new (&connection) Connection(buffers.pool(), impatient);
    connection.open(ours, now, out);
    pass(10'000'000);
    EXPECT_EQ(out.take().size(), 2u);
    EXPECT_EQ(connection.failure()->code, NetworkError::timed_out);

    connection.~Connection();
    new (&connection) Connection(buffers.pool(), impatient);
    connect();
    ASSERT_TRUE(send(pattern(100)));
    pass(60'000'000);
    EXPECT_EQ(out.take().size(), 4u);
    EXPECT_EQ(connection.failure()->code, NetworkError::timed_out);
}

TEST_F(NetTcpConnection, three_repeated_acknowledgements_are_a_loss) {
    connect();
    ASSERT_TRUE(send(pattern(1460 * 8)));
    ASSERT_EQ(out.take().size(), 8u);
    arrive(segment(Segment::ack, theirs + 1, ours + 1 + 1460));
    out.take();
    for (u32 i = 0; i < 2; ++i)
        arrive(segment(Segment::ack, theirs + 1, ours + 1 + 1460));
    EXPECT_TRUE(out.take().empty());
    arrive(segment(Segment::ack, theirs + 1, ours + 1 + 1460));
    Sent const again = out.only();
    EXPECT_EQ(again.segment.sequence, ours + 1 + 1460);
    EXPECT_EQ(again.data.size(), 1460u);
    arrive(segment(Segment::ack, theirs + 1, ours + 1 + 1460 * 3)); // and another one is lost
    EXPECT_EQ(out.take().front().segment.sequence, ours + 1 + 1460 * 3);
    arrive(segment(Segment::ack, theirs + 1, ours + 1 + 1460 * 8));
    EXPECT_EQ(connection.room(), 65536u);
    EXPECT_EQ(connection.retransmissions(), 2u);
}

TEST_F(NetTcpConnection, of_what_was_lost_each_segment_is_sent_again_once) {
    connect(65535, 1460, true);
    ASSERT_TRUE(send(pattern(1460 * 10)));
    ASSERT_EQ(out.take().size(), 10u);
    acknowledge(1, {});
    acknowledge(1, {{2, 3}}); // 1, 3 and 5 are lost
    acknowledge(1, {{4, 5}, {2, 3}});
    EXPECT_TRUE(out.take().empty());
    acknowledge(1, {{6, 7}, {4, 5}, {2, 3}});
    EXPECT_EQ(taken_segments(), std::vector<u32>{1});
    acknowledge(1, {{6, 8}, {4, 5}, {2, 3}});
    EXPECT_EQ(taken_segments(), std::vector<u32>{3});
    acknowledge(1, {{6, 9}, {4, 5}, {2, 3}});
    EXPECT_EQ(taken_segments(), std::vector<u32>{5});
    acknowledge(1, {{6, 10}, {4, 5}, {2, 3}});
    acknowledge(3, {{6, 10}, {4, 5}}); // 3 and 5 are on their way again
    acknowledge(5, {{6, 10}});
    EXPECT_TRUE(out.take().empty());
    acknowledge(10, {});
    EXPECT_EQ(connection.retransmissions(), 3u);
    EXPECT_EQ(connection.room(), 65536u);
}

TEST_F(NetTcpConnection, after_a_time_out_what_has_come_since_is_not_sent_again) {
    connect(65535, 1460, true);
    ASSERT_TRUE(send(pattern(1460 * 4)));
    out.take();
    pass(300'000);
    EXPECT_EQ(taken_segments(), std::vector<u32>{0});
    acknowledge(1, {{2, 4}});
    EXPECT_EQ(taken_segments(), std::vector<u32>{1});
    acknowledge(4, {});
    EXPECT_EQ(connection.retransmissions(), 2u);
}

TEST_F(NetTcpConnection, ranges_of_what_was_not_sent_say_nothing) {
    connect(65535, 1460, true);
    ASSERT_TRUE(send(pattern(1460 * 4)));
    out.take();
    for (u32 i = 0; i < 3; ++i)
        acknowledge(0, {{3, 9}, {3, 2}, {0, 1}}); // beyond, reversed, and before itself
    EXPECT_EQ(taken_segments(), std::vector<u32>{0});
    acknowledge(0, {{2, 2}, {7, 8}});
    EXPECT_TRUE(out.take().empty());
    acknowledge(4, {{1, 2}});
    EXPECT_EQ(connection.room(), 65536u);
}

TEST_F(NetTcpConnection, what_comes_early_is_named_the_latest_first) {
    connect(65535, 1460, true);
    auto const named = [&](u32 begin) {
        arrive(segment(Segment::ack, theirs + 1 + begin, ours + 1), pattern(100));
        Segment const& answer = out.only().segment;
        std::vector<Range> ranges(answer.selected, answer.selected + answer.selected_count);
        for (Range& each : ranges)
            each = {each.begin - theirs - 1, each.end - theirs - 1};
        return ranges;
    };
    EXPECT_EQ(named(200), (std::vector<Range>{{200, 300}}));
    EXPECT_EQ(named(600), (std::vector<Range>{{600, 700}, {200, 300}}));
    EXPECT_EQ(named(300), (std::vector<Range>{{200, 400}, {600, 700}}));
    EXPECT_EQ(named(1000), (std::vector<Range>{{1000, 1100}, {600, 700}, {200, 400}}));
    EXPECT_EQ(named(1400).size(), 3u);
    EXPECT_EQ(named(0).size(), 3u); // what is in order now is not named any more
}

TEST_F(NetTcpConnection, a_partner_that_does_not_understand_ranges_gets_none) {
    connect();
    arrive(segment(Segment::ack, theirs + 101, ours + 1), pattern(100));
    EXPECT_EQ(out.only().segment.selected_count, 0u);
}

TEST_F(NetTcpConnection, a_closed_window_is_probed_until_it_opens) {
    connect(0);
    ASSERT_TRUE(send(pattern(3000)));
    EXPECT_TRUE(out.take().empty());
    for (u32 i = 0; i < 30; ++i) { // longer than any time for giving up
        pass(61'000'000);
        ASSERT_FALSE(out.sent.empty());
        EXPECT_EQ(out.take().back().data, first(pattern(3000), 1));
        arrive(segment(Segment::ack, theirs + 1, ours + 1, 0));
    }
    EXPECT_EQ(connection.state(), State::established);
    arrive(segment(Segment::ack, theirs + 1, ours + 2, 65535));
    EXPECT_EQ(out.take().front().segment.sequence, ours + 2);
}

TEST_F(NetTcpConnection, the_first_to_close_waits_for_the_last_segments) {
    connect();
    ASSERT_TRUE(send(pattern(10)));
    connection.close(now, out);
    arrive(segment(Segment::ack, theirs + 1, ours + 11));
    auto const sent = out.take();
    EXPECT_EQ(sent.back().segment.flags, Segment::fin | Segment::ack);
    EXPECT_EQ(connection.state(), State::fin_wait_1);
    EXPECT_FALSE(send(pattern(1)));
    arrive(segment(Segment::ack, theirs + 1, ours + 12));
    EXPECT_EQ(connection.state(), State::fin_wait_2);
    arrive(segment(Segment::ack | Segment::fin, theirs + 1, ours + 12), pattern(7));
    EXPECT_EQ(out.only().segment.acknowledgement, theirs + 9);
    EXPECT_EQ(connection.state(), State::time_wait);
    EXPECT_EQ(receive(), pattern(7));
    EXPECT_TRUE(connection.has_ended());
    arrive(segment(Segment::ack | Segment::fin, theirs + 8, ours + 12)); // sent again
    EXPECT_EQ(out.only().segment.acknowledgement, theirs + 9);
    pass(61'000'000);
    EXPECT_EQ(connection.state(), State::closed);
    EXPECT_FALSE(connection.failure());
}

TEST_F(NetTcpConnection, the_second_to_close_is_done_with_the_acknowledgement) {
    connect();
    arrive(segment(Segment::ack | Segment::fin, theirs + 1, ours + 1));
    EXPECT_EQ(out.only().segment.acknowledgement, theirs + 2);
    EXPECT_EQ(connection.state(), State::close_wait);
    ASSERT_TRUE(send(pattern(5)));
    connection.close(now, out);
    EXPECT_EQ(connection.state(), State::last_ack);
    arrive(segment(Segment::ack, theirs + 2, ours + 6));
    EXPECT_EQ(out.take().back().segment.flags & Segment::fin, Segment::fin);
    arrive(segment(Segment::ack, theirs + 2, ours + 7));
    EXPECT_EQ(connection.state(), State::closed);
    EXPECT_FALSE(connection.failure());
}

TEST_F(NetTcpConnection, both_may_close_at_the_same_time) {
    connect();
    connection.close(now, out);
    arrive(segment(Segment::ack | Segment::fin, theirs + 1, ours + 1));
    EXPECT_EQ(connection.state(), State::closing);
    arrive(segment(Segment::ack, theirs + 2, ours + 2));
    EXPECT_EQ(connection.state(), State::time_wait);
}

TEST_F(NetTcpConnection, a_reset_at_its_place_ends_it_and_one_elsewhere_is_questioned) {
    connect();
    arrive(segment(Segment::rst, theirs + 100, 0));
    EXPECT_EQ(out.only().segment.acknowledgement, theirs + 1);
    arrive(segment(Segment::rst, theirs - 100, 0));
    EXPECT_TRUE(out.take().empty());
    arrive(segment(Segment::syn, theirs + 50, 0));
    EXPECT_EQ(out.only().segment.flags, Segment::ack);
    EXPECT_EQ(connection.state(), State::established);
    arrive(segment(Segment::rst, theirs + 1, 0));
    EXPECT_EQ(connection.failure()->code, NetworkError::closed);
}

TEST_F(NetTcpConnection, acknowledgements_of_what_was_never_sent_are_questioned) {
    connect();
    arrive(segment(Segment::ack, theirs + 1, ours + 100), pattern(5));
    EXPECT_EQ(out.only().segment.acknowledgement, theirs + 1);
    EXPECT_EQ(connection.available(), 0u);
    arrive(segment(Segment::ack, theirs + 1, ours - 100000), pattern(5));
    EXPECT_EQ(connection.available(), 0u);
}

TEST_F(NetTcpConnection, a_silent_partner_is_asked_and_given_up) {
    Connection kept(buffers.pool(), {1460, 65536, 65536, 1'000'000});
    kept.open(ours, now, out);
    Segment answer = segment(Segment::syn | Segment::ack, theirs, ours + 1);
    Message none(buffers.pool());
    kept.arrived(answer, none, now, out);
    Segment alive = segment(Segment::ack, theirs + 1, ours + 1);
    kept.arrived(alive, none, now, out);
    out.take();
    now += 1'000'000;
    kept.expired(now, out);
    EXPECT_EQ(out.only().segment.sequence, ours);
    for (u32 i = 0; i < 20 && kept.state() == State::established; ++i) {
        now += 10'000'000;
        kept.expired(now, out);
    }
    EXPECT_EQ(kept.failure()->code, NetworkError::timed_out);
}

TEST_F(NetTcpConnection, what_was_sent_twice_measures_no_time) {
    connect();
    ASSERT_TRUE(send(pattern(100)));
    pass(210'000); // sent again after 200 ms, and the time is doubled
    ASSERT_EQ(out.take().size(), 2u);
    arrive(segment(Segment::ack, theirs + 1, ours + 101));
    ASSERT_TRUE(send(pattern(100)));
    out.take();
    pass(399'000);
    EXPECT_TRUE(out.take().empty());
    pass(2'000);
    EXPECT_EQ(out.take().size(), 1u);
}

TEST_F(NetTcpConnection, each_acknowledgement_lets_more_be_sent_until_something_is_lost) {
    connect();
    ASSERT_TRUE(send(pattern(1460 * 40)));
    EXPECT_EQ(out.take().size(), 10u);
    acknowledge(1, {});
    EXPECT_EQ(out.take().size(), 2u);
    acknowledge(2, {});
    EXPECT_EQ(out.take().size(), 2u);
    pass(250'000);
    EXPECT_EQ(out.take().size(), 1u); // begins anew with one
}

TEST_F(NetTcpConnection, no_small_windows_are_offered) {
    connect();
    for (u32 at = 0; at < 65536; at += 1024)
        arrive(segment(Segment::ack, theirs + 1 + at, ours + 1), pattern(1024));
    out.take();
    receive(1459);
    EXPECT_TRUE(out.take().empty());
    arrive(segment(Segment::ack, theirs + 1 + 65536, ours + 1), pattern(1));
    EXPECT_EQ(out.only().segment.window, 0);
    receive(1461);
    EXPECT_EQ(out.only().segment.window, 2920);
}

TEST_F(NetTcpConnection, small_parts_of_a_window_are_not_used) {
    connect(2000);
    ASSERT_TRUE(send(pattern(3000)));
    EXPECT_EQ(out.only().data.size(), 1460u); // and not the 540 that would fit
    arrive(segment(Segment::ack, theirs + 1, ours + 1461, 2000));
    EXPECT_EQ(out.only().data.size(), 1460u);
}

TEST_F(NetTcpConnection, a_small_part_of_a_window_that_was_closed_is_used_after_a_while_only) {
    connect(2000);
    ASSERT_TRUE(send(pattern(10000)));
    EXPECT_EQ(out.only().data.size(), 1460u);
    arrive(segment(Segment::ack, theirs + 1, ours + 1461, 0));
    arrive(segment(Segment::ack, theirs + 1, ours + 1461, 10));
    EXPECT_TRUE(out.take().empty());
    pass(300'000);
    EXPECT_EQ(out.only().data.size(), 10u);
    arrive(segment(Segment::ack, theirs + 1, ours + 1471, 2000));
    EXPECT_EQ(out.only().data.size(), 1460u);
}

TEST_F(NetTcpConnection, a_small_part_of_a_window_that_was_closed_for_long_is_used_in_a_second) {
    connect(2000);
    ASSERT_TRUE(send(pattern(10000)));
    EXPECT_EQ(out.only().data.size(), 1460u);
    u32 taken = 1461;
    arrive(segment(Segment::ack, theirs + 1, ours + taken, 0));
    for (u32 const more :
         {0, 1}) { // a partner that drops the bytes of probes, and one that does not
        for (u32 i = 0; i < 9; ++i) {
            pass(61'000'000);
            EXPECT_EQ(out.take().back().data.size(), 1u);
            taken += more;
            arrive(segment(Segment::ack, theirs + 1, ours + taken, 0));
        }
        arrive(segment(Segment::ack, theirs + 1, ours + taken, 10));
        EXPECT_TRUE(out.take().empty());
        pass(1'100'000);
        EXPECT_EQ(out.only().data.size(), 10u);
        taken += 10;
        arrive(segment(Segment::ack, theirs + 1, ours + taken, 0));
    }
}

TEST_F(NetTcpConnection, a_window_may_shrink_below_what_was_sent) {
    connect(4000);
    ASSERT_TRUE(send(pattern(2920)));
    ASSERT_EQ(out.take().size(), 2u);
    arrive(segment(Segment::ack, theirs + 1, ours + 1, 0));
    for (u32 i = 0; i < 20; ++i) {
        pass(61'000'000);
        arrive(segment(Segment::ack, theirs + 1, ours + 1, 0));
    }
    EXPECT_EQ(connection.state(), State::established);
    arrive(segment(Segment::ack, theirs + 1, ours + 2921, 4000));
    EXPECT_EQ(connection.room(), 65536u);
}

TEST_F(NetTcpConnection, in_a_closed_window_a_reset_and_acknowledgements_count) {
    connect();
    for (u32 at = 0; at < 65536; at += 1024)
        arrive(segment(Segment::ack, theirs + 1 + at, ours + 1), pattern(1024));
    ASSERT_TRUE(send(pattern(10)));
    arrive(segment(Segment::ack, theirs + 1 + 65536, ours + 11));
    EXPECT_EQ(connection.room(), 65536u);
    arrive(segment(Segment::rst, theirs + 1 + 65536, 0));
    EXPECT_EQ(connection.failure()->code, NetworkError::closed);
}

TEST_F(NetTcpConnection, whether_a_partner_lives_is_asked_only_in_silence_and_with_nothing_sent) {
    Connection kept(buffers.pool(), {1460, 65536, 65536, 1'000'000});
    kept.open(ours, now, out);
    Message none(buffers.pool());
    kept.arrived(segment(Segment::syn | Segment::ack, theirs, ours + 1), none, now, out);
    out.take();
    EXPECT_EQ(kept.due_us(), now + 1'000'000); // also if nothing else has come
    now += 900'000;
    kept.arrived(segment(Segment::ack, theirs + 1, ours + 1), none, now, out);
    EXPECT_EQ(kept.due_us(), now + 1'000'000);
    now += 950'000;
    Message data = buffers.message(pattern(10));
    ASSERT_TRUE(kept.send(data, now, out).is_ok());
    out.take();
    now += 60'000;
    kept.expired(now, out);
    EXPECT_TRUE(out.take().empty());
}

TEST_F(NetTcpConnection, going_away_with_data_unread_resets) {
    connect();
    arrive(segment(Segment::ack, theirs + 1, ours + 1), pattern(5));
    connection.abandon(now, out);
    EXPECT_EQ(out.only().segment.flags & Segment::rst, Segment::rst);
    EXPECT_EQ(connection.state(), State::closed);
}

} // namespace
} // namespace flat::net::tcp

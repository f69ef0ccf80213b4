// SPDX-License-Identifier: BSD-2-Clause
// Tests of TCP's state machine: against scripts, and against itself over a network that loses.
#include <net/tcp/connection.hpp>

#include <net/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::net::tcp {
namespace {

using testing::Bytes;
using testing::bytes_of;
using testing::first;
using testing::pattern;
using testing::operator+;
using State = Connection::State;

constexpr Connection::Settings usual{1460, 65536, 65536, 0};

struct Sent {
    Segment segment;
    Bytes data;
};

/// Keeps what is sent.
class Record : public Connection::Output {
public:
    void send(Segment& segment, Message& data) override {
        EXPECT_EQ(segment.data_bytes, data.size());
        sent.push_back({segment, bytes_of(data)});
        data.clear();
    }
    std::vector<Sent> take() { return std::exchange(sent, {}); }
    Sent only() {
        auto const all = take();
        EXPECT_EQ(all.size(), 1u);
        return all.empty() ? Sent{} : all.front();
    }
    std::vector<Sent> sent;
};

/// A partner whose segments the test writes.
class NetTcpConnection : public ::testing::Test {
protected:
    static constexpr u32 ours = 1000, theirs = 5000;

    Segment segment(u8 flags, u32 sequence, u32 acknowledgement, u16 window = 65535) {
        Segment made;
        made.flags = flags;
        made.sequence = sequence;
        made.acknowledgement = acknowledgement;
        made.window = window;
        return made;
    }
    void arrive(Segment made, Bytes const& bytes = {}) {
        Message data = buffers.message(bytes);
        made.data_bytes = static_cast<u32>(bytes.size());
        connection.arrived(made, data, now, out);
    }
    bool send(Bytes const& bytes) {
        Message data = buffers.message(bytes);
        return connection.send(data, now, out).is_ok();
    }
    Bytes receive(u32 bytes = 100000) {
        Message data(buffers.pool());
        connection.receive(bytes, data, now, out);
        return bytes_of(data);
    }
    void connect(u16 window = 65535, u16 mss = 1460) {
        connection.open(ours, now, out);
        Segment answer = segment(Segment::syn | Segment::ack, theirs, ours + 1, window);
        answer.mss = mss;
        out.take();
        arrive(answer);
        EXPECT_EQ(out.only().segment.acknowledgement, theirs + 1);
        EXPECT_EQ(connection.state(), State::established);
    }
    void pass(u64 us) {
        for (u64 const end = now + us;;) {
            u64 const due = connection.due_us();
            if (due > end) {
                now = end;
                return;
            }
            now = std::max(now, due);
            connection.expired(now, out);
        }
    }

    testing::TestBuffers buffers{256};
    Record out;
    u64 now = 1'000'000;
    Connection connection{buffers.pool(), usual};
};

TEST_F(NetTcpConnection, who_opens_sends_syn_and_acknowledges_the_answer) {
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
    pass(200'000'000);
    EXPECT_EQ(out.take().size(), 7u);
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

TEST_F(NetTcpConnection, who_is_called_answers_and_offers_what_it_was_offered) {
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
    EXPECT_EQ(out.take().size(), 9u);
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

TEST_F(NetTcpConnection, who_closes_first_waits_for_the_last_segments) {
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

TEST_F(NetTcpConnection, who_closes_second_is_done_with_the_acknowledgement) {
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

TEST_F(NetTcpConnection, who_goes_away_with_data_unread_resets) {
    connect();
    arrive(segment(Segment::ack, theirs + 1, ours + 1), pattern(5));
    connection.abandon(now, out);
    EXPECT_EQ(out.only().segment.flags & Segment::rst, Segment::rst);
    EXPECT_EQ(connection.state(), State::closed);
}

/// Two ends over a network that loses, repeats, delays and reorders, by a seed.
class LossyNetwork {
public:
    explicit LossyNetwork(u32 seed, u32 percent) : random_(seed), percent_(percent) {}

    class End : public Connection::Output {
    public:
        End(LossyNetwork& network, BufferPool& pool, Connection::Settings const& settings)
            : connection(pool, settings), network_(network) {}
        void send(Segment& segment, Message& data) override {
            network_.carry(*this, segment, bytes_of(data));
            data.clear();
        }
        Connection connection;
        End* other = nullptr;

    private:
        LossyNetwork& network_;
    };

    /// Carries on until nothing happens at the next time any more; FALSE at the end of all time.
    bool step(testing::TestBuffers& buffers, End& a, End& b) {
        u64 next = std::min(a.connection.due_us(), b.connection.due_us());
        if (!flying_.empty()) next = std::min(next, flying_.begin()->first);
        if (next == Connection::never_us) return false;
        now = std::max(now, next);
        while (!flying_.empty() && flying_.begin()->first <= now) {
            auto const [to, sent] = flying_.begin()->second;
            flying_.erase(flying_.begin());
            Message data = buffers.message(sent.data);
            if (to->connection.state() == State::closed && sent.segment.flags == Segment::syn)
                to->connection.accept(sent.segment, 0xfffffff0, now, *to);
            else
                to->connection.arrived(sent.segment, data, now, *to);
        }
        for (End* each : {&a, &b})
            if (each->connection.due_us() <= now) each->connection.expired(now, *each);
        return true;
    }

    u64 now = 1'000'000;

private:
    void carry(End& from, Segment const& segment, Bytes const& data) {
        if (is_unlucky()) return;
        u32 const copies = 1 + is_unlucky();
        for (u32 i = 0; i < copies; ++i) {
            u64 const delay_us = 1000 + (is_unlucky() ? random_() % 50'000 : 0);
            flying_.insert({now + delay_us, {from.other, {segment, data}}});
        }
    }
    bool is_unlucky() { return random_() % 100 < percent_; }

    std::mt19937 random_;
    u32 percent_;
    std::multimap<u64, std::pair<End*, Sent>> flying_;
};

/// Sends pseudo-random bytes both ways and closes both ends; all must arrive.
void transfer(u32 seed, u32 percent, u32 bytes, Connection::Settings const& settings) {
    testing::TestBuffers buffers(2000);
    LossyNetwork network(seed, percent);
    LossyNetwork::End client(network, buffers.pool(), settings);
    LossyNetwork::End server(network, buffers.pool(), settings);
    client.other = &server;
    server.other = &client;
    std::mt19937 random(seed);
    Bytes sent[2] = {pattern(bytes, seed), pattern(bytes / 2, seed + 1)};
    Bytes received[2];
    usize done[2] = {};
    client.connection.open(0xffffff00, network.now, client);
    for (u32 steps = 0; network.step(buffers, client, server); ++steps) {
        ASSERT_LT(steps, 2'000'000u) << "seed " << seed;
        for (u32 i = 0; i < 2; ++i) {
            LossyNetwork::End& end = i == 0 ? client : server;
            Connection& connection = end.connection;
            if (connection.can_send() && done[i] < sent[i].size()) {
                usize const size = std::min<usize>(
                    {sent[i].size() - done[i], connection.room(), 1 + random() % 5000});
                Message data = buffers.message(first(testing::after(sent[i], done[i]), size));
                if (size > 0 && connection.send(data, network.now, end).is_ok()) done[i] += size;
            }
            if (done[i] == sent[i].size() && connection.is_connected())
                connection.close(network.now, end);
            if (connection.available() > 0 && random() % 3 == 0) {
                Message data(buffers.pool());
                connection.receive(static_cast<u32>(1 + random() % 20000), data, network.now, end);
                received[1 - i] = received[1 - i] + bytes_of(data);
            }
        }
    }
    for (u32 i = 0; i < 2; ++i) {
        LossyNetwork::End& end = i == 0 ? client : server;
        Message data(buffers.pool());
        end.connection.receive(1 << 20, data, network.now, end);
        received[1 - i] = received[1 - i] + bytes_of(data);
    }
    EXPECT_EQ(received[0].size(), sent[0].size()) << "seed " << seed;
    EXPECT_TRUE(received[0] == sent[0]) << "seed " << seed;
    EXPECT_TRUE(received[1] == sent[1]) << "seed " << seed;
    EXPECT_EQ(client.connection.state(), State::closed) << "seed " << seed;
    EXPECT_EQ(server.connection.state(), State::closed) << "seed " << seed;
    EXPECT_FALSE(client.connection.failure()) << "seed " << seed;
    EXPECT_FALSE(server.connection.failure()) << "seed " << seed;
    if (percent == 0) {
        EXPECT_EQ(client.connection.retransmissions(), 0u);
        EXPECT_EQ(server.connection.retransmissions(), 0u);
    }
}

TEST(NetTcpTransfer, nothing_is_sent_twice_where_nothing_is_lost) {
    transfer(1, 0, 300'000, usual);
}

TEST(NetTcpTransfer, all_bytes_arrive_in_order_whatever_is_lost_repeated_or_late) {
    for (u32 seed = 1; seed <= 20; ++seed)
        for (u32 const percent : {1u, 5u, 20u})
            transfer(seed, percent, 30'000, usual);
}

TEST(NetTcpTransfer, small_segments_and_windows_and_large_ones_work_alike) {
    for (u32 seed = 1; seed <= 10; ++seed) {
        transfer(seed, 5, 10'000, {200, 1000, 1500, 0});
        transfer(seed, 2, 60'000, {1460, 100'000, 110'000, 0}); // with a window scale
    }
}

} // namespace
} // namespace flat::net::tcp

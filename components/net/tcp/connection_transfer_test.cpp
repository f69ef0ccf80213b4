// SPDX-License-Identifier: BSD-2-Clause
// Tests of TCP's state machine against itself, over a network that loses.
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

/// Two ends over a network that loses, repeats, delays and reorders, by a seed.
class LossyNetwork {
public:
    LossyNetwork(u32 seed, u32 percent, bool can_select)
        : random_(seed), percent_(percent), can_select_(can_select) {}

    class End : public Connection::Output {
    public:
        End(LossyNetwork& network, BufferPool& pool, Connection::Settings const& settings)
            : connection(pool, settings), network_(network) {}
        void send(Segment& segment, Message& data) override {
            segment.may_select = segment.may_select && network_.can_select_;
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

    struct Flying {
        Segment segment;
        Bytes data;
    };

    std::mt19937 random_;
    u32 percent_;
    bool can_select_;
    std::multimap<u64, std::pair<End*, Flying>> flying_;
};

/// Sends pseudo-random bytes both ways and closes both ends; all must arrive. Adds to `sent_again`
/// how many segments were.
void transfer(u32 seed, u32 percent, u32 bytes, Connection::Settings const& settings,
              bool can_select = true, u32* sent_again = nullptr) {
    testing::TestBuffers buffers(2000);
    LossyNetwork network(seed, percent, can_select);
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
    if (sent_again)
        *sent_again += client.connection.retransmissions() + server.connection.retransmissions();
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
            transfer(seed, percent, 30'000, usual, seed % 2 == 0);
}

TEST(NetTcpTransfer, less_is_sent_again_where_receivers_say_what_has_come) {
    u32 with = 0;
    u32 without = 0;
    for (u32 seed = 1; seed <= 10; ++seed) {
        transfer(seed, 5, 200'000, usual, true, &with);
        transfer(seed, 5, 200'000, usual, false, &without);
    }
    EXPECT_LT(with, without);
}

TEST(NetTcpTransfer, small_segments_and_windows_and_large_ones_work_alike) {
    for (u32 seed = 1; seed <= 10; ++seed) {
        transfer(seed, 5, 10'000, {200, 1000, 1500, 0});
        transfer(seed, 2, 60'000, {1460, 100'000, 110'000, 0}); // with a window scale
    }
}

} // namespace
} // namespace flat::net::tcp

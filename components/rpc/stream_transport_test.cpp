// SPDX-License-Identifier: BSD-2-Clause
// Tests of calls that reach a server on connections.
#include <rpc/stream_transport.hpp>

#include <rpc/testing.hpp>

#include <gtest/gtest.h>

namespace flat::rpc {
namespace {

using testing::Bytes;
using testing::joined;
using testing::words;
using testing::Words;

constexpr u32 last = 0x80000000;

/// Answers each word with its double, so many times; says 99 when that fails.
class Doubler : public Dispatcher {
public:
    void dispatch(XdrStream& message, ReplyPath& path) override {
        Words value;
        if (value.transfer(message).is_error()) return;
        value.word *= 2;
        value.count = times;
        value.is_bad = is_bad;
        result = path.send(value);
        if (result.is_ok()) return;
        Words other;
        other.word = 99;
        second_result = path.send(other);
    }
    u32 times = 1;
    bool is_bad = false;
    Result<void, XdrError> result, second_result;
};

class RpcStreamTransport : public ::testing::Test {
protected:
    RpcStreamTransport() {
        EXPECT_TRUE(transport.open().is_ok());
        listening = sockets.watched.at(0);
    }

    /// A new connection; its socket.
    u32 connect() {
        EXPECT_TRUE(transport.receive(listening, doubler));
        return sockets.watched.back();
    }

    testing::FakeSockets sockets;
    testing::FakeAllocator allocator;
    Doubler doubler;
    StreamTransport transport{{.sockets = sockets, .allocator = allocator},
                              {.port = 0,
                               .fragment_bytes = 100,
                               .record_bytes = 1000,
                               .connections_max = 2,
                               .patience_ms = 7}};
    u32 listening = 0;
};

TEST_F(RpcStreamTransport, a_record_is_a_message_and_its_reply_goes_back) {
    u32 const socket = connect();
    sockets.receive_later(words({last | 4, 21}));
    EXPECT_TRUE(transport.receive(socket, doubler));
    EXPECT_EQ(sockets.stream, words({last | 4, 42}));
    EXPECT_TRUE(sockets.closed.empty());
}

TEST_F(RpcStreamTransport, messages_that_arrive_together_are_all_answered) {
    u32 const socket = connect();
    sockets.receive_later(words({last | 8, 1, 77, last | 4, 2, last | 4, 3}));
    EXPECT_TRUE(transport.receive(socket, doubler));
    EXPECT_EQ(sockets.stream, words({last | 4, 2, last | 4, 4, last | 4, 6}));
}

TEST_F(RpcStreamTransport, a_message_may_arrive_in_pieces_and_fragments) {
    u32 const socket = connect();
    for (u8 const byte : joined(words({2}), Bytes{0, 0}, words({last | 2}), Bytes{0, 21}))
        sockets.receive_later({byte});
    EXPECT_TRUE(transport.receive(socket, doubler));
    EXPECT_EQ(sockets.stream, words({last | 4, 42}));
    EXPECT_EQ(sockets.waits.front(), 7'000'000u);
}

TEST_F(RpcStreamTransport, long_replies_are_sent_in_fragments) {
    u32 const socket = connect();
    doubler.times = 25;
    sockets.receive_later(words({last | 4, 21}));
    EXPECT_TRUE(transport.receive(socket, doubler));
    EXPECT_EQ(sockets.stream.size(), 4u + 96 + 4 + 4);
}

TEST_F(RpcStreamTransport, a_reply_that_fails_before_any_of_it_was_sent_is_replaced) {
    u32 const socket = connect();
    doubler.is_bad = true;
    sockets.receive_later(words({last | 4, 21}));
    EXPECT_TRUE(transport.receive(socket, doubler));
    EXPECT_EQ(doubler.result.error(), XdrError{XdrError::invalid});
    EXPECT_EQ(sockets.stream, words({last | 4, 99}));
    EXPECT_TRUE(sockets.closed.empty());
}

TEST_F(RpcStreamTransport, a_reply_that_fails_half_sent_ends_the_connection) {
    u32 const socket = connect();
    doubler.is_bad = true;
    doubler.times = 25;
    sockets.receive_later(words({last | 4, 21}));
    EXPECT_TRUE(transport.receive(socket, doubler));
    EXPECT_EQ(doubler.result.error(), XdrError{XdrError::broken});
    EXPECT_EQ(doubler.second_result.error(), XdrError{XdrError::broken});
    EXPECT_EQ(sockets.stream.size(), 100u);
    EXPECT_EQ(sockets.closed, (std::vector<u32>{socket}));
}

TEST_F(RpcStreamTransport, a_connection_that_the_caller_ends_is_forgotten) {
    u32 const socket = connect();
    sockets.failing_receipt = true;
    sockets.receive_later({1});
    EXPECT_TRUE(transport.receive(socket, doubler));
    EXPECT_EQ(sockets.closed, (std::vector<u32>{socket}));
    EXPECT_EQ(allocator.taken(), 0u);
    EXPECT_FALSE(transport.receive(socket, doubler));
}

TEST_F(RpcStreamTransport, a_client_that_does_not_finish_a_message_is_not_waited_for) {
    u32 const socket = connect();
    sockets.receive_later(words({last | 8, 1}));
    sockets.wait_in_vain();
    EXPECT_TRUE(transport.receive(socket, doubler));
    EXPECT_EQ(sockets.closed, (std::vector<u32>{socket}));
}

TEST_F(RpcStreamTransport, what_are_no_records_ends_the_connection) {
    u32 const socket = connect();
    sockets.receive_later(words({last | 1001, 1}));
    EXPECT_TRUE(transport.receive(socket, doubler));
    EXPECT_EQ(sockets.closed, (std::vector<u32>{socket}));
}

TEST_F(RpcStreamTransport, connections_are_apart) {
    u32 const first = connect(), second = connect();
    EXPECT_NE(first, second);
    sockets.receive_later(words({last | 4, 21}));
    EXPECT_TRUE(transport.receive(second, doubler));
    sockets.failing_receipt = true;
    sockets.receive_later({1});
    EXPECT_TRUE(transport.receive(first, doubler));
    EXPECT_EQ(sockets.closed, (std::vector<u32>{first}));
    EXPECT_EQ(allocator.taken(), 1u);
}

TEST_F(RpcStreamTransport, there_are_only_so_many_connections) {
    connect();
    connect();
    EXPECT_TRUE(transport.receive(listening, doubler));
    EXPECT_EQ(sockets.watched.size(), 3u);
    EXPECT_EQ(sockets.closed.size(), 1u);
}

TEST_F(RpcStreamTransport, without_memory_there_is_no_connection) {
    allocator.set_limit(0);
    EXPECT_TRUE(transport.receive(listening, doubler));
    EXPECT_EQ(sockets.closed.size(), 1u);
}

TEST_F(RpcStreamTransport, a_client_that_went_away_before_is_not_missed) {
    sockets.failing = net::SocketError{net::SocketError::closed};
    EXPECT_TRUE(transport.receive(listening, doubler));
    EXPECT_EQ(allocator.taken(), 0u);
}

TEST(RpcStreamTransportAlone, gives_sockets_and_memory_back) {
    testing::FakeSockets sockets;
    testing::FakeAllocator allocator;
    Doubler doubler;
    {
        StreamTransport transport({.sockets = sockets, .allocator = allocator}, {});
        ASSERT_TRUE(transport.open().is_ok());
        transport.receive(sockets.watched.at(0), doubler);
        EXPECT_EQ(allocator.taken(), 1u);
    }
    EXPECT_EQ(allocator.taken(), 0u);
    EXPECT_EQ(sockets.closed.size(), 2u);
}

} // namespace
} // namespace flat::rpc

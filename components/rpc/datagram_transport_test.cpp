// SPDX-License-Identifier: BSD-2-Clause
// Tests of calls that reach a server as datagrams.
#include <rpc/datagram_transport.hpp>

#include <rpc/testing.hpp>

#include <gtest/gtest.h>

namespace flat::rpc {
namespace {

using testing::Bytes;
using testing::words;
using testing::Words;

constexpr net::Endpoint caller{0x7f000001, 50000};

/// Answers each word with so many times its double.
class Doubler : public Dispatcher {
public:
    void dispatch(XdrStream& message, ReplyPath& path) override {
        Words value;
        if (value.transfer(message).is_error()) return;
        value.word *= 2;
        value.count = times;
        result = path.send(value);
    }
    u32 times = 1;
    Result<void, XdrError> result;
};

class RpcDatagramTransport : public ::testing::Test {
protected:
    testing::FakeSockets sockets;
    testing::FakeAllocator allocator;
    Doubler doubler;
    DatagramTransport transport{{.sockets = sockets, .allocator = allocator},
                                {.port = 0, .message_bytes = 512}};
};

TEST_F(RpcDatagramTransport, a_datagram_is_a_message_and_its_reply_goes_back) {
    EXPECT_EQ(transport.open().value().port, 12345);
    u32 const socket = sockets.watched.at(0);
    sockets.receive_later(words({21}), caller);
    EXPECT_TRUE(transport.receive(socket, doubler));
    ASSERT_EQ(sockets.sent.size(), 1u);
    EXPECT_EQ(sockets.sent[0].bytes, words({42}));
    EXPECT_EQ(sockets.sent[0].other, caller);
}

TEST_F(RpcDatagramTransport, leaves_the_sockets_of_others_alone) {
    EXPECT_FALSE(transport.receive(0, doubler));
    ASSERT_TRUE(transport.open().is_ok());
    EXPECT_FALSE(transport.receive(sockets.watched.at(0) + 1, doubler));
}

TEST_F(RpcDatagramTransport, a_reply_that_is_too_long_is_not_sent) {
    ASSERT_TRUE(transport.open().is_ok());
    doubler.times = 200;
    sockets.receive_later(words({21}), caller);
    EXPECT_TRUE(transport.receive(sockets.watched.at(0), doubler));
    EXPECT_EQ(doubler.result.error(), XdrError{XdrError::no_room});
    EXPECT_TRUE(sockets.sent.empty());
}

TEST_F(RpcDatagramTransport, what_the_network_does_not_deliver_is_not_dispatched) {
    ASSERT_TRUE(transport.open().is_ok());
    EXPECT_TRUE(transport.receive(sockets.watched.at(0), doubler));
    EXPECT_TRUE(sockets.sent.empty());
}

TEST_F(RpcDatagramTransport, a_reply_that_the_network_does_not_take_is_lost) {
    ASSERT_TRUE(transport.open().is_ok());
    sockets.failing = net::SocketError{net::SocketError::failed};
    sockets.receive_later(words({21}), caller);
    EXPECT_TRUE(transport.receive(sockets.watched.at(0), doubler));
    EXPECT_EQ(doubler.result.error(), XdrError{XdrError::broken});
}

TEST(RpcDatagramTransportAlone, gives_socket_and_memory_back) {
    testing::FakeSockets sockets;
    testing::FakeAllocator allocator;
    {
        DatagramTransport transport({.sockets = sockets, .allocator = allocator}, {});
        ASSERT_TRUE(transport.open().is_ok());
    }
    EXPECT_EQ(allocator.taken(), 0u);
    EXPECT_EQ(sockets.closed, sockets.watched);
}

} // namespace
} // namespace flat::rpc

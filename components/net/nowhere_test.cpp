// SPDX-License-Identifier: BSD-2-Clause
// Tests of sockets that lead nowhere.
#include <net/nowhere.hpp>

#include <gtest/gtest.h>

namespace flat::net {
namespace {

class NetNowhere : public ::testing::Test {
protected:
    Nowhere sockets{{}, {}};
    u8 bytes[10] = {};
};

TEST_F(NetNowhere, takes_whatever_is_sent) {
    u32 const socket = sockets.open(Sockets::Kind::datagram).value();
    EXPECT_EQ(sockets.bind(socket, {1, 2}).value(), (Endpoint{1, 2}));
    EXPECT_TRUE(sockets.send_to(socket, bytes, {3, 4}).is_ok());
    EXPECT_TRUE(sockets.connect(socket, {3, 4}).is_ok());
    EXPECT_EQ(sockets.send(socket, bytes).value(), sizeof bytes);
    sockets.close(socket);
}

TEST_F(NetNowhere, nothing_ever_comes) {
    u32 const socket = sockets.open(Sockets::Kind::stream).value();
    EXPECT_TRUE(sockets.listen(socket).is_ok());
    EXPECT_TRUE(sockets.watch(socket).is_ok());
    EXPECT_EQ(sockets.wait_readable(socket, 1'000'000'000'000).value(), 0u);
    EXPECT_EQ(sockets.receive(socket, bytes).error(), SocketError{SocketError::failed});
    EXPECT_EQ(sockets.receive_from(socket, bytes).error(), SocketError{SocketError::failed});
    EXPECT_EQ(sockets.accept(socket).error(), SocketError{SocketError::failed});
    EXPECT_EQ(sockets.wait_watched().error(), SocketError{SocketError::failed});
}

} // namespace
} // namespace flat::net

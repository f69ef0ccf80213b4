// SPDX-License-Identifier: BSD-2-Clause
// Tests of addresses of UDP, and of what goes to sockets.
#include <net/datagrams/udp_datagrams.hpp>

#include <core/text.hpp>

#include <gtest/gtest.h>

namespace flat::net::datagrams {
namespace {

/// Sockets of which one datagram comes.
class FakeSockets : public Sockets {
public:
    Result<u32, SocketError> open(Kind) override { return u32{5}; }
    void close(u32) override { ++closed; }
    Result<Endpoint, SocketError> bind(u32, Endpoint const& local) override { return local; }
    Result<void, SocketError> listen(u32) override { return {}; }
    Result<u32, SocketError> accept(u32) override { return u32{0}; }
    Result<void, SocketError> connect(u32, Endpoint const&) override { return {}; }
    Result<void, SocketError> send_to(u32, Span<u8 const>, Endpoint const& to) override {
        destination = to;
        return {};
    }
    Result<Received, SocketError> receive_from(u32, Span<u8>) override {
        return Received{3, Endpoint{0x0a000001, 9}};
    }
    Result<usize, SocketError> send(u32, Span<u8 const>) override { return usize{0}; }
    Result<usize, SocketError> receive(u32, Span<u8>) override { return usize{0}; }
    Result<u64, SocketError> wait_readable(u32, u64 timeout_ns) override {
        return timeout_ns > 10 ? timeout_ns - 10 : 0;
    }
    Result<void, SocketError> watch(u32) override { return {}; }
    Result<u32, SocketError> wait_watched() override { return u32{0}; }

    Endpoint destination{};
    u32 closed = 0;
};

class NetUdpDatagrams : public ::testing::Test {
protected:
    Result<u64, SocketError> address(char const* text) {
        return datagrams.address(Text(text).bytes());
    }

    FakeSockets sockets;
    UdpDatagrams datagrams{{.sockets = sockets}, {.port = 0}};
};

TEST_F(NetUdpDatagrams, send_to_the_address_that_a_text_means) {
    u64 const found = address("127.0.0.1:4711").value();
    u8 const bytes[] = {1};
    ASSERT_TRUE(datagrams.send(bytes, found).is_ok());
    EXPECT_EQ(sockets.destination, (Endpoint{0x7f000001, 4711}));
    EXPECT_TRUE(address("255.255.255.255:65535").is_ok());
}

TEST_F(NetUdpDatagrams, refuse_a_text_that_is_no_address) {
    for (char const* const each :
         {"", ":", "1.2.3:4", "1.2.3.4", "1.2.3.4:", "256.2.3.4:5", "1.2.3.4:65536", "1.2.3.4:5 ",
          " 1.2.3.4:5", "1..3.4:5", "1.2.3.4.5:6", "99999999999999999999.2.3.4:5", "a.b.c.d:e"})
        EXPECT_TRUE(address(each).is_error()) << each;
}

TEST_F(NetUdpDatagrams, tell_who_has_sent_and_how_much_time_is_left) {
    u8 room[8];
    auto const arrived = datagrams.receive(room, 100).value();
    EXPECT_EQ(arrived, (Datagrams::Arrived{3, u64{0x0a000001} << 16 | 9, 90}));
    EXPECT_EQ(datagrams.receive(room, 10).value().bytes, 0u);
}

} // namespace
} // namespace flat::net::datagrams

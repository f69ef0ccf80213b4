// SPDX-License-Identifier: BSD-2-Clause
// Tests of the host's sockets, on the loopback network.
#include <platform/sockets.hpp>

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace flat::platform {
namespace {

using net::Endpoint;
using net::SocketError;
using Kind = net::Sockets::Kind;

constexpr u32 loopback = 0x7f000001;
constexpr u64 long_ns = 60'000'000'000;

class LinuxSockets : public ::testing::Test {
protected:
    ~LinuxSockets() {
        for (u32 const socket : opened)
            sockets.close(socket);
    }

    u32 open(Kind kind) {
        opened.push_back(sockets.open(kind).value());
        return opened.back();
    }

    /// A socket with an address of its own.
    Endpoint bind(u32 socket) { return sockets.bind(socket, {loopback, 0}).value(); }

    /// A connection: the sockets of its two ends.
    std::pair<u32, u32> connect() {
        u32 const listening = open(Kind::stream);
        Endpoint const there = bind(listening);
        EXPECT_TRUE(sockets.listen(listening).is_ok());
        u32 const client = open(Kind::stream);
        EXPECT_TRUE(sockets.connect(client, there).is_ok());
        opened.push_back(sockets.accept(listening).value());
        return {client, opened.back()};
    }

    static Span<u8 const> bytes(std::string_view text) {
        return {reinterpret_cast<u8 const*>(text.data()), text.size()};
    }

    std::string_view received(usize size) { return {reinterpret_cast<char*>(buffer), size}; }

    Sockets sockets{{}, {}};
    std::vector<u32> opened;
    u8 buffer[100];
};

TEST_F(LinuxSockets, a_datagram_arrives_with_its_sender) {
    u32 const here = open(Kind::datagram), there = open(Kind::datagram);
    Endpoint const from = bind(here), to = bind(there);
    EXPECT_NE(from.port, 0);
    ASSERT_TRUE(sockets.send_to(here, bytes("hello"), to).is_ok());
    auto const got = sockets.receive_from(there, buffer).value();
    EXPECT_EQ(received(got.bytes), "hello");
    EXPECT_EQ(got.sender, from);
}

TEST_F(LinuxSockets, what_does_not_fit_of_a_datagram_is_cut_off) {
    u32 const socket = open(Kind::datagram);
    Endpoint const self = bind(socket);
    ASSERT_TRUE(sockets.send_to(socket, bytes("hello"), self).is_ok());
    ASSERT_TRUE(sockets.send_to(socket, bytes("next"), self).is_ok());
    EXPECT_EQ(sockets.receive_from(socket, Span<u8>(buffer, 3)).value().bytes, 3u);
    EXPECT_EQ(received(sockets.receive_from(socket, buffer).value().bytes), "next");
}

TEST_F(LinuxSockets, there_are_no_raw_ones) {
    EXPECT_EQ(sockets.open(Kind::raw).error(), SocketError{SocketError::invalid});
}

TEST_F(LinuxSockets, a_datagram_can_be_too_long) {
    u32 const socket = open(Kind::datagram);
    std::vector<u8> const datagram(70'000);
    auto const sent = sockets.send_to(socket, {datagram.data(), datagram.size()}, bind(socket));
    EXPECT_EQ(sent.error(), SocketError{SocketError::too_long});
}

TEST_F(LinuxSockets, a_connection_carries_bytes_in_both_directions) {
    auto const [client, server] = connect();
    EXPECT_EQ(sockets.send(client, bytes("question")).value(), 8u);
    EXPECT_EQ(received(sockets.receive(server, buffer).value()), "question");
    EXPECT_EQ(sockets.send(server, bytes("answer")).value(), 6u);
    EXPECT_EQ(received(sockets.receive(client, buffer).value()), "answer");
}

TEST_F(LinuxSockets, a_connection_that_the_other_end_gave_up_is_closed) {
    auto const [client, server] = connect();
    sockets.close(server);
    opened.pop_back();
    EXPECT_EQ(sockets.receive(client, buffer).error(), SocketError{SocketError::closed});
    static_cast<void>(sockets.send(client, bytes("the host notices with this")));
    EXPECT_EQ(sockets.send(client, bytes("too late")).error(), SocketError{SocketError::closed});
}

TEST_F(LinuxSockets, nobody_listening_refuses) {
    Endpoint const nobody = bind(open(Kind::stream));
    auto const result = sockets.connect(open(Kind::stream), nobody);
    EXPECT_EQ(result.error(), SocketError{SocketError::refused});
}

TEST_F(LinuxSockets, an_address_belongs_to_one_socket) {
    Endpoint const taken = bind(open(Kind::datagram));
    auto const result = sockets.bind(open(Kind::datagram), taken);
    EXPECT_EQ(result.error(), SocketError{SocketError::in_use});
}

TEST_F(LinuxSockets, what_is_no_socket_or_not_connected_is_invalid) {
    constexpr u32 none = 100'000;
    EXPECT_EQ(sockets.wait_readable(none, 0).error(), SocketError{SocketError::invalid});
    EXPECT_EQ(sockets.watch(none).error(), SocketError{SocketError::invalid});
    auto const result = sockets.receive(open(Kind::stream), buffer);
    EXPECT_EQ(result.error(), SocketError{SocketError::invalid});
}

TEST_F(LinuxSockets, waiting_ends_when_something_is_there_or_the_time_has_passed) {
    u32 const socket = open(Kind::datagram);
    Endpoint const self = bind(socket);
    EXPECT_EQ(sockets.wait_readable(socket, 0).value(), 0u);
    EXPECT_EQ(sockets.wait_readable(socket, 1'000'000).value(), 0u);
    ASSERT_TRUE(sockets.send_to(socket, bytes("hello"), self).is_ok());
    u64 const left = sockets.wait_readable(socket, long_ns).value();
    EXPECT_GT(left, 0u);
    EXPECT_LE(left, long_ns);
    EXPECT_EQ(sockets.wait_readable(socket, 0).value(), 1u);
}

TEST_F(LinuxSockets, the_watched_socket_that_has_something_is_named) {
    u32 const quiet = open(Kind::datagram), lively = open(Kind::datagram);
    bind(quiet);
    Endpoint const to = bind(lively);
    ASSERT_TRUE(sockets.watch(quiet).is_ok());
    ASSERT_TRUE(sockets.watch(lively).is_ok());
    ASSERT_TRUE(sockets.send_to(quiet, bytes("hello"), to).is_ok());
    EXPECT_EQ(sockets.wait_watched().value(), lively);
}

} // namespace
} // namespace flat::platform

// SPDX-License-Identifier: BSD-2-Clause
// Tests of the general socket layer: what it adds changes nothing that its users see.
#include <net/general_sockets.hpp>

#include <rpc/testing.hpp>

#include <gtest/gtest.h>

#include <string_view>

namespace flat::net {
namespace {

using rpc::testing::Bytes;
using rpc::testing::FakeAllocator;
using rpc::testing::FakeSockets;
using Kind = Sockets::Kind;

constexpr Endpoint other{0x0a000001, 7};

Bytes bytes(std::string_view text) {
    return Bytes(text.begin(), text.end());
}

class NetGeneralSockets : public ::testing::Test {
protected:
    u32 connected() {
        u32 const socket = general.open(Kind::stream).value();
        EXPECT_TRUE(general.connect(socket, other).is_ok());
        return socket;
    }

    FakeSockets below;
    FakeAllocator allocator;
    GeneralSockets general{{.below = below, .allocator = allocator},
                           {.count = 2, .high_water_bytes = 512}};
    Bytes text = bytes("a datagram");
    Bytes room = Bytes(600);
};

TEST_F(NetGeneralSockets, a_datagram_goes_to_where_it_is_sent) {
    u32 const socket = general.open(Kind::datagram).value();
    ASSERT_TRUE(general.send_to(socket, rpc::testing::span_of(text), other).is_ok());
    ASSERT_EQ(below.sent.size(), 1u);
    EXPECT_EQ(below.sent[0].bytes, text);
    EXPECT_EQ(below.sent[0].other, other);
}

TEST_F(NetGeneralSockets, several_vectors_are_one_datagram_and_one_fills_several) {
    u32 const socket = general.open(Kind::datagram).value();
    GeneralSockets::Vector const parts[] = {
        {text.data(), 2}, {text.data() + 2, 0}, {text.data() + 2, 8}};
    Endpoint name = other;
    EXPECT_EQ(general.send_message(socket, {&name, parts, 3}, 0).value(), 10u);
    EXPECT_EQ(below.sent[0].bytes, text);
    below.receive_later(text, other);
    GeneralSockets::Vector const rooms[] = {{room.data(), 3}, {room.data() + 100, 500}};
    Endpoint sender{};
    GeneralSockets::MessageHeader header{&sender, rooms, 2};
    EXPECT_EQ(general.receive_message(socket, header, 0).value(), 10u);
    EXPECT_EQ(sender, other);
    EXPECT_EQ(Bytes(room.begin(), room.begin() + 3), bytes("a d"));
    EXPECT_EQ(Bytes(room.begin() + 100, room.begin() + 107), bytes("atagram"));
}

TEST_F(NetGeneralSockets, a_received_datagram_tells_its_sender_and_is_cut_off) {
    u32 const socket = general.open(Kind::datagram).value();
    below.receive_later(text, other);
    auto const received = general.receive_from(socket, rpc::testing::span_of(room).first(4));
    EXPECT_EQ(received.value(), (Sockets::Received{4, other}));
    EXPECT_EQ(Bytes(room.begin(), room.begin() + 4), bytes("a da"));
}

TEST_F(NetGeneralSockets, what_cannot_be_is_refused) {
    u32 const datagrams = general.open(Kind::datagram).value();
    u32 const stream = connected();
    Bytes long_one(513);
    EXPECT_EQ(general.send_to(datagrams, rpc::testing::span_of(long_one), other).error(),
              SocketError{SocketError::too_long});
    EXPECT_EQ(general.send(datagrams, rpc::testing::span_of(text)).error(),
              SocketError{SocketError::invalid}); // without a name
    EXPECT_EQ(general.send_to(stream, rpc::testing::span_of(text), other).error(),
              SocketError{SocketError::invalid}); // with one
    EXPECT_EQ(general.send_message(datagrams, {nullptr, nullptr, 0}, 1).error(),
              SocketError{SocketError::invalid}); // with a flag
    EXPECT_EQ(general.send_to(9, rpc::testing::span_of(text), other).error(),
              SocketError{SocketError::invalid});
    EXPECT_TRUE(below.sent.empty());
    EXPECT_EQ(general.open(Kind::datagram).error(), SocketError{SocketError::exhausted});
    EXPECT_EQ(below.closed.size(), 1u); // what was opened below
}

TEST_F(NetGeneralSockets, a_stream_is_sent_in_parts_and_whole) {
    u32 const stream = connected();
    below.send_max = 200;
    Bytes long_one(1000);
    for (usize i = 0; i < long_one.size(); ++i)
        long_one[i] = static_cast<u8>(i * 7);
    EXPECT_EQ(general.send(stream, rpc::testing::span_of(long_one)).value(), 1000u);
    EXPECT_EQ(below.stream, long_one);
}

TEST_F(NetGeneralSockets, what_has_not_come_is_not_waited_for_by_who_does_not_want_to) {
    u32 const socket = general.open(Kind::datagram).value();
    GeneralSockets::Vector const all{room.data(), room.size()};
    GeneralSockets::MessageHeader header{nullptr, &all, 1};
    below.wait_in_vain();
    EXPECT_EQ(general.receive_message(socket, header, GeneralSockets::do_not_wait).error(),
              SocketError{SocketError::would_block});
    below.receive_later(text, other);
    EXPECT_EQ(general.receive_message(socket, header, GeneralSockets::do_not_wait).value(), 10u);
}

TEST_F(NetGeneralSockets, who_wants_all_of_a_stream_gets_all) {
    u32 const stream = connected();
    below.receive_later(bytes("one "));
    below.receive_later(bytes("after another"));
    GeneralSockets::Vector const all{room.data(), 17};
    GeneralSockets::MessageHeader header{nullptr, &all, 1};
    EXPECT_EQ(general.receive_message(stream, header, GeneralSockets::wait_all).value(), 17u);
    EXPECT_EQ(Bytes(room.begin(), room.begin() + 17), bytes("one after another"));
}

TEST_F(NetGeneralSockets, memory_is_given_back_and_its_lack_is_an_error) {
    u32 const socket = general.open(Kind::datagram).value();
    usize const before = allocator.taken();
    ASSERT_TRUE(general.send_to(socket, rpc::testing::span_of(text), other).is_ok());
    EXPECT_EQ(allocator.taken(), before);
    allocator.set_limit(before);
    EXPECT_EQ(general.send_to(socket, rpc::testing::span_of(text), other).error(),
              SocketError{SocketError::exhausted});
}

TEST_F(NetGeneralSockets, a_watched_socket_is_named_by_its_own_number) {
    static_cast<void>(general.open(Kind::datagram));
    u32 const socket = general.open(Kind::datagram).value();
    ASSERT_TRUE(general.watch(socket).is_ok());
    below.ready.push_back(below.watched[0]);
    EXPECT_EQ(general.wait_watched().value(), socket);
    general.close(socket);
    EXPECT_EQ(below.closed, below.watched);
    EXPECT_EQ(general.watch(socket).error(), SocketError{SocketError::invalid});
}

} // namespace
} // namespace flat::net

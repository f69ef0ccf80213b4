// SPDX-License-Identifier: BSD-2-Clause
// Tests of what sockets know of their packets: lifetimes, services, who reports errors.
#include <net/sockets/testing.hpp>

#include <functional>
#include <utility>
#include <vector>

namespace flat::net::sockets {
namespace {

using namespace testing;
using ip::PacketHeader;

TEST_F(NetInternetSockets, a_raw_socket_gets_what_others_are_told_and_says_what_it_likes) {
    u32 const raw_socket = sockets.open(Kind::raw).value();
    ASSERT_TRUE(sockets.bind(raw_socket, {}).is_ok());
    u32 const socket = open();
    ASSERT_TRUE(send(socket, 70, pattern(3)));
    Bytes const told = receive(raw_socket).first;
    EXPECT_EQ(ip::testing::first(told, 2), hex("0303"));
    Bytes const request = icmp_message(8, 0, 7, pattern(9));
    ASSERT_TRUE(sockets.send_to(raw_socket, span_of(request), {here, 0}).is_ok());
    EXPECT_EQ(receive(raw_socket).first, request); // which comes here, too
    EXPECT_EQ(receive(raw_socket).first, icmp_message(0, 0, 7, pattern(9)));
    ASSERT_TRUE(sockets.bind(raw_socket, {0x0a000002, 0}).is_ok()); // another address than before
    EXPECT_TRUE(send(socket, 70, pattern(3)));
    EXPECT_EQ(sockets.available(raw_socket), 0u) << "what comes to the loopback";
    sockets.close(raw_socket);
    sockets.close(socket);
}

/// Something else happens while it enables an upper.
class BusyRaw : public ip::Raw {
public:
    using Raw::Raw;
    Result<Participants, NetworkError> open_enable(Upper& upper,
                                                   Participants const& wanted) override {
        if (auto const now = std::exchange(meanwhile, {})) now();
        return Raw::open_enable(upper, wanted);
    }
    u32 places() {
        std::vector<Participants> taken;
        while (true) {
            auto const enabled = Raw::open_enable(nobody, {});
            if (enabled.is_error()) break;
            taken.push_back(enabled.value());
        }
        for (Participants const& each : taken)
            open_disable(each);
        return static_cast<u32>(taken.size());
    }
    std::function<void()> meanwhile;

private:
    TestUpper nobody;
};

TEST_F(NetInternetSockets, a_socket_that_two_bind_at_the_same_time_has_one_end) {
    BusyRaw busy{{.ip = ip, .buffers = buffers}, {}};
    std::vector<DatagramSocket::Datagram> queue;
    queue.push_back({Message(buffers.pool()), {}});
    SharedCounter dropped;
    DatagramSocket socket(threads, buffers.pool(), queue.data(), 1, dropped);
    auto const bind_meanwhile = [&] {
        busy.meanwhile = [&] { EXPECT_TRUE(socket.bind({here, 0}).is_ok()); };
    };
    ASSERT_TRUE(socket.open(busy, false));
    bind_meanwhile();
    EXPECT_EQ(socket.bind({}).error().code, SocketError::invalid);
    EXPECT_EQ(socket.local().address, here);
    EXPECT_EQ(busy.places(), ip::Raw::users_max - 1);
    socket.close();
    ASSERT_TRUE(socket.open(busy, true));
    bind_meanwhile();
    EXPECT_TRUE(socket.send_to(span_of(pattern(8)), {here, 0}).is_ok());
    EXPECT_EQ(socket.local().address, here) << "a program's wish, not that of who sends";
    EXPECT_EQ(busy.places(), ip::Raw::users_max - 1);
    busy.meanwhile = [&] { socket.close(); };
    EXPECT_TRUE(socket.bind({}).is_error());
    EXPECT_EQ(busy.places(), ip::Raw::users_max);
}

TEST_F(NetInternetSockets, a_raw_socket_that_is_bound_again_sends_from_its_new_address) {
    u32 const raw_socket = sockets.open(Kind::raw).value();
    u32 const watching = sockets.open(Kind::raw).value();
    ASSERT_TRUE(sockets.bind(watching, {}).is_ok());
    Bytes const unknown = icmp_message(42, 0, 0, {});
    auto const sender = [&] {
        EXPECT_TRUE(sockets.send_to(raw_socket, span_of(unknown), {here, 0}).is_ok());
        return receive(watching).second.address;
    };
    EXPECT_EQ(sender(), here);
    ASSERT_TRUE(sockets.bind(raw_socket, {0x0a000002, 0}).is_ok());
    EXPECT_EQ(sender(), 0x0a000002u);
    for (u32 i = 0; i < 2 * ip::Raw::users_max; ++i) // none of which keeps a place
        ASSERT_TRUE(sockets.bind(raw_socket, {i % 2 == 0 ? here : 0x0a000002, 0}).is_ok());
    EXPECT_EQ(sender(), 0x0a000002u);
    EXPECT_EQ(sockets.bind(raw_socket, {0x08080808, 0}).error().code, SocketError::unreachable);
    EXPECT_EQ(sockets.local(raw_socket).address, 0x0a000002u);
    EXPECT_EQ(sender(), 0x0a000002u) << "what was bound stays so";
    sockets.close(watching);
    sockets.close(raw_socket);
}

TEST_F(NetInternetSockets, packets_have_the_service_that_a_socket_has_chosen) {
    u32 const socket = open();
    auto const sent = [&] {
        EXPECT_TRUE(sockets.send_to(socket, span_of(pattern(3)), {0x0a000001, 70}).is_ok());
        return cable.take().at(0).bytes;
    };
    EXPECT_EQ(PacketHeader::read(sent().data()).ttl, 64);
    ASSERT_TRUE(sockets.set_service(socket, 0x10, 3).is_ok());
    Bytes const other = sent();
    EXPECT_EQ(PacketHeader::read(other.data()).ttl, 3);
    EXPECT_EQ(other[PacketHeader::service], 0x10);
    ASSERT_TRUE(sockets.set_service(socket, 0, 0).is_ok());
    EXPECT_EQ(PacketHeader::read(sent().data()).ttl, 64);
    EXPECT_EQ(sockets.set_service(99, 0, 0).error().code, SocketError::invalid);
    sockets.close(socket);
}

TEST_F(NetInternetSockets, a_connection_has_the_service_that_was_chosen_before) {
    u32 const socket = sockets.open(Kind::stream).value();
    ASSERT_TRUE(sockets.set_service(socket, 0x20, 9).is_ok());
    threads.meanwhile = {[&] { alarms.pass_ms(200'000); }};
    EXPECT_TRUE(sockets.connect(socket, {0x0a000009, 80}).is_error());
    auto const sent = cable.take(); // the first segment goes before, the same again after
    ASSERT_GT(sent.size(), 1u);
    EXPECT_EQ(PacketHeader::read(sent[1].bytes.data()).ttl, 9);
    EXPECT_EQ(sent[1].bytes[PacketHeader::service], 0x20);
    sockets.close(socket);
}

TEST_F(NetInternetSockets, a_datagram_tells_what_its_packet_had_left_of_its_lifetime) {
    u32 const socket = bound(7);
    Bytes const form = hex("0009000700090000") + pattern(1);
    cable.arrive(buffers.all, packet({.ttl = 17}, form));
    u8 bytes[9];
    EXPECT_EQ(sockets.take(socket, bytes, {}, true).value().lifetime, 17);
    EXPECT_EQ(sockets.take(socket, bytes, {}, false).value().lifetime, 17);
    sockets.close(socket);
}

TEST_F(NetInternetSockets, a_socket_is_told_who_says_that_a_datagram_did_not_arrive) {
    u32 const socket = open();
    ASSERT_TRUE(sockets.send_to(socket, span_of(pattern(3)), {0x0a000001, 70}).is_ok());
    Bytes const sent = cable.take().at(0).bytes;
    cable.arrive(buffers.all, packet({.from = 0x0a000009, .user = 1},
                                     icmp_message(11, 0, 0, ip::testing::first(sent, 28))));
    auto const failure = sockets.take_failure(socket);
    EXPECT_EQ(failure.destination, (Endpoint{0x0a000001, 70}));
    EXPECT_EQ(failure.report.problem, Upper::Problem::expired);
    EXPECT_EQ(failure.report.reporter, 0x0a000009u);
    EXPECT_EQ(failure.report.code, 0xb00);
    EXPECT_EQ(failure.beginning >> 32, u32{sockets.local(socket).port} << 16 | 70);
    sockets.close(socket);
}

} // namespace
} // namespace flat::net::sockets

// SPDX-License-Identifier: BSD-2-Clause
// Tests of sockets over protocols of ours, over a loopback.
#include <net/internet_sockets.hpp>

#include <net/ip/icmp.hpp>
#include <net/ip/ipv4.hpp>
#include <net/ip/loopback.hpp>
#include <net/ip/testing.hpp>
#include <net/ip/udp.hpp>

#include <functional>
#include <gtest/gtest.h>

namespace flat::net {
namespace {

using namespace ip::testing;
using Kind = Sockets::Kind;

constexpr u32 here = 0x7f000001;

/// One thread: while it waits, what others would do happens.
class TestThreads : public thread::ThreadManager {
public:
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::exhausted};
    }
    Result<Top*, core::BindingError> bind(core::Name&, Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::exhausted};
    }
    void yield() override {}
    void exit() override {}
    u64 ticket() override { return notifications_; }
    void wait(u64, u64 ticket) override {
        if (ticket != notifications_) return;
        if (meanwhile.empty()) __builtin_trap(); // it would wait for ever
        auto const what = meanwhile.front();
        meanwhile.erase(meanwhile.begin());
        what();
    }
    void notify(u64) override { ++notifications_; }
    void notify_all(u64) override { ++notifications_; }

    std::vector<std::function<void()>> meanwhile;

private:
    u64 notifications_ = 0;
};

class NetInternetSockets : public ::testing::Test {
protected:
    struct BoundIpv4 : ip::Ipv4 {
        using Ipv4::Ipv4;
        void bind_reports(ErrorReports& errors) { reports.bind(errors); }
    };

    void SetUp() override { ip.bind_reports(icmp); }

    u32 open() { return sockets.open(Kind::datagram).value(); }
    u32 bound(u16 port) {
        u32 const socket = open();
        EXPECT_TRUE(sockets.bind(socket, {0, port}).is_ok());
        return socket;
    }
    bool send(u32 from, u16 to, Bytes const& bytes) {
        return sockets.send_to(from, span_of(bytes), {here, to}).is_ok();
    }
    std::pair<Bytes, Endpoint> receive(u32 socket, usize room = 2000) {
        Bytes bytes(room);
        auto const received = sockets.receive_from(socket, {bytes.data(), bytes.size()}).value();
        bytes.resize(received.bytes);
        return {bytes, received.sender};
    }

    OwnBuffers buffers{128};
    TestAllocator allocator;
    TestAlarms alarms;
    TestThreads threads;
    ip::Loopback loopback{{.buffers = buffers, .allocator = allocator},
                          {.packet_bytes = 65535, .waiting = 16}};
    Attachment* attachments[1] = {&loopback};
    BoundIpv4 ip{
        {.attachments = Span<Attachment* const>(attachments),
         .alarms = alarms,
         .buffers = buffers,
         .allocator = allocator},
        {.gateway = 0, .forwards = false, .lifetime = 64, .reassemblies = 2, .fragments = 16}};
    ip::Icmp icmp{{.ip = ip, .alarms = alarms, .buffers = buffers}, {.reports_per_second = 10}};
    ip::Udp udp{{.ip = ip, .alarms = alarms, .allocator = allocator}, {}};
    InternetSockets sockets{{.udp = udp,
                             .threads = threads,
                             .alarms = alarms,
                             .buffers = buffers,
                             .allocator = allocator},
                            {.datagram_sockets = 3, .waiting = 2}};
};

TEST_F(NetInternetSockets, a_datagram_and_its_answer_go_from_socket_to_socket) {
    u32 const server = bound(7);
    u32 const client = open();
    ASSERT_TRUE(send(client, 7, pattern(100)));
    auto const [request, from] = receive(server);
    EXPECT_EQ(request, pattern(100));
    EXPECT_EQ(from.address, here);
    EXPECT_GE(from.port, 49152);
    ASSERT_TRUE(send(server, from.port, pattern(5, 2)));
    ASSERT_TRUE(send(server, from.port, pattern(0)));
    auto const [answer, sender] = receive(client);
    EXPECT_EQ(answer, pattern(5, 2));
    EXPECT_EQ(sender, (Endpoint{here, 7}));
    EXPECT_TRUE(receive(client).first.empty());
}

TEST_F(NetInternetSockets, who_receives_waits_and_what_does_not_fit_is_cut_off) {
    u32 const server = bound(7);
    u32 const client = open();
    threads.meanwhile = {[&] { ASSERT_TRUE(send(client, 7, pattern(50000))); }};
    EXPECT_EQ(receive(server, 20).first, first(pattern(50000), 20));
}

TEST_F(NetInternetSockets, waiting_ends_with_a_datagram_or_with_the_time) {
    u32 const server = bound(7);
    u32 const client = open();
    threads.meanwhile = {[&] { alarms.pass(400); },
                         [&] { ASSERT_TRUE(send(client, 7, pattern(1))); }};
    alarms.pass(1);
    EXPECT_EQ(sockets.wait_readable(server, 1000).value(), 600u);
    EXPECT_EQ(sockets.wait_readable(server, 0).value(), 1u);
    receive(server);
    EXPECT_EQ(sockets.wait_readable(server, 0).value(), 0u);
    threads.meanwhile = {[&] { alarms.pass(1000); }};
    EXPECT_EQ(sockets.wait_readable(server, 1000).value(), 0u);
    threads.meanwhile = {[&] { ASSERT_TRUE(send(client, 7, pattern(1))); }};
    EXPECT_EQ(sockets.wait_readable(server, ~u64(0)).value(), ~u64(0) - alarms.now_ns());
}

TEST_F(NetInternetSockets, watched_sockets_take_turns) {
    u32 const a = bound(7), b = bound(8), client = open();
    ASSERT_TRUE(sockets.watch(a).is_ok());
    ASSERT_TRUE(sockets.watch(b).is_ok());
    threads.meanwhile = {[&] { ASSERT_TRUE(send(client, 8, pattern(1))); }};
    EXPECT_EQ(sockets.wait_watched().value(), b);
    ASSERT_TRUE(send(client, 7, pattern(1)));
    EXPECT_EQ(sockets.wait_watched().value(), a);
    EXPECT_EQ(sockets.wait_watched().value(), b);
}

TEST_F(NetInternetSockets, what_waits_at_a_socket_is_bounded_and_gone_when_it_is_closed) {
    u32 const server = bound(7);
    u32 const client = open();
    for (u32 i = 0; i < 5; ++i)
        ASSERT_TRUE(send(client, 7, pattern(10 + i)));
    EXPECT_EQ(buffers.all.used(), 2u);
    EXPECT_EQ(receive(server).first, pattern(10));
    sockets.close(server);
    EXPECT_EQ(buffers.all.used(), 0u);
    ASSERT_TRUE(send(client, 7, pattern(1)));
    u32 const again = bound(7);
    EXPECT_EQ(sockets.wait_readable(again, 0).value(), 0u);
}

TEST_F(NetInternetSockets, what_cannot_be_is_an_error) {
    u32 const a = bound(7), b = open(), c = open();
    EXPECT_EQ(sockets.open(Kind::datagram).error().code, SocketError::exhausted);
    EXPECT_EQ(sockets.bind(b, {0, 7}).error().code, SocketError::in_use);
    EXPECT_EQ(sockets.bind(a, {0, 9}).error().code, SocketError::invalid);
    EXPECT_EQ(sockets.bind(17, {0, 9}).error().code, SocketError::invalid);
    EXPECT_EQ(sockets.send_to(a, {}, {here, 0}).error().code, SocketError::invalid);
    EXPECT_EQ(sockets.send_to(a, {}, {0x08080808, 9}).error().code, SocketError::failed);
    EXPECT_EQ(sockets.send_to(a, span_of(pattern(65508)), {here, 9}).error().code,
              SocketError::too_long);
    EXPECT_EQ(sockets.listen(a).error().code, SocketError::invalid);
    sockets.close(c);
    EXPECT_EQ(sockets.watch(c).error().code, SocketError::invalid);
    threads.meanwhile = {[&] { sockets.close(a); }};
    Bytes room(10);
    EXPECT_EQ(sockets.receive_from(a, {room.data(), 10}).error().code, SocketError::closed);
}

} // namespace
} // namespace flat::net

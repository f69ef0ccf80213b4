// SPDX-License-Identifier: BSD-2-Clause
// A host with sockets, on a loopback and a cable.
#pragma once

#include <gtest/gtest.h>
#include <net/ip/echo.hpp>
#include <net/ip/icmp.hpp>
#include <net/ip/ipv4.hpp>
#include <net/ip/loopback.hpp>
#include <net/ip/raw.hpp>
#include <net/ip/testing.hpp>
#include <net/ip/udp.hpp>
#include <net/sockets/internet_sockets.hpp>
#include <net/tcp/tcp.hpp>

namespace flat::net::sockets::testing {

using namespace ip::testing;
using Kind = Sockets::Kind;

inline constexpr u32 here = 0x7f000001;

class NetInternetSockets : public ::testing::Test {
protected:
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
    TestAttachment cable{0x0a000002, 24};
    Attachment* attachments[2] = {&loopback, &cable};
    BoundIpv4 ip{{.attachments = Span<Attachment* const>(attachments),
                  .alarms = alarms,
                  .buffers = buffers,
                  .allocator = allocator},
                 {.gateway = 0,
                  .source_routes = false,
                  .forwards = false,
                  .lifetime = 64,
                  .reassemblies = 2,
                  .fragments = 16}};
    ip::Echo echo{{.ip = ip, .allocator = allocator}, {}};
    ip::Raw raw{{.ip = ip, .buffers = buffers}, {}};
    ip::Icmp icmp{{.ip = ip, .alarms = alarms, .buffers = buffers, .replies = echo, .raw = raw},
                  {.reports_per_second = 10}};
    ip::Udp udp{{.ip = ip, .alarms = alarms, .allocator = allocator}, {}};
    tcp::Tcp tcp{{.ip = ip, .alarms = alarms, .buffers = buffers, .allocator = allocator},
                 {.connections = 8,
                  .backlog = 4,
                  .listeners = 3,
                  .send_bytes = 4096,
                  .receive_bytes = 4096,
                  .keep_alive_s = 7200}};
    InternetSockets sockets{{.udp = udp,
                             .tcp = tcp,
                             .echo = echo,
                             .raw = raw,
                             .threads = threads,
                             .alarms = alarms,
                             .buffers = buffers,
                             .allocator = allocator},
                            {.datagram_sockets = 3, .waiting = 2, .stream_sockets = 4}};
};

} // namespace flat::net::sockets::testing

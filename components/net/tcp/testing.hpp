// SPDX-License-Identifier: BSD-2-Clause
// What tests of TCP share: a host with a wire, whose other end the test writes.
#pragma once

#include <net/ip/icmp.hpp>
#include <net/ip/ipv4.hpp>
#include <net/ip/loopback.hpp>
#include <net/ip/testing.hpp>
#include <net/tcp/tcp.hpp>

namespace flat::net::tcp::testing {

using namespace ip::testing;

constexpr u32 own = 0x0a000002;
constexpr u32 peer = 0x0a000010;

/// Accepts whoever connects, and remembers what has changed.
class TestStreams : public StreamUpper {
public:
    bool deliver(Participants const&, Message&) override { return false; }
    void failed(Participants const&, Report const&, Span<u8 const>) override {}
    StreamUpper* accepted(StreamSession& session) override {
        if (!accepts) return nullptr;
        sessions.push_back(&session);
        return this;
    }
    void changed(StreamSession&) override { ++changes; }

    bool accepts = true;
    std::vector<StreamSession*> sessions;
    u32 changes = 0;
};

/// What a peer writes; the usual one asks for port 80.
struct Wire {
    u8 flags = Segment::syn;
    u32 from = peer;
    u16 source = 1000;
    u16 destination = 80;
    u32 sequence = 77;
    u32 acknowledgement = 0;
    Bytes data = {};
    u32 to = own;
    u16 window = 65535;
    u16 mss = 0;
    u16 urgent = 0;
    Bytes ip_options = {};
};

/// A segment that the host has sent.
struct Heard {
    u32 to;
    Segment segment;
    Bytes data;
};

/// A host with 8 connections, 3 of which nobody need have answered.
class TcpHost : public ::testing::Test {
protected:
    void SetUp() override { ip.bind_reports(icmp); }

    /// A packet with this segment, its checksum right.
    Bytes packet_of(Wire const& wire) {
        Segment segment;
        segment.source = wire.source;
        segment.destination = wire.destination;
        segment.sequence = wire.sequence;
        segment.acknowledgement = wire.acknowledgement;
        segment.flags = wire.flags;
        segment.window = wire.window;
        segment.mss = wire.mss;
        segment.urgent = wire.urgent;
        Message message = buffers.all.message(wire.data);
        u8* const header = segment.write(message).value();
        Checksum checksum;
        checksum.add_u32(wire.from);
        checksum.add_u32(wire.to);
        checksum.add(Tcp::protocol);
        checksum.add(static_cast<u16>(message.size()));
        checksum.add(message);
        checksum.store(header + 16);
        return packet({.from = wire.from, .to = wire.to, .user = 6, .options = wire.ip_options},
                      bytes_of(message));
    }
    void arrive(Wire const& wire) { network.arrive(buffers.all, packet_of(wire)); }

    /// The peer says by ICMP that this packet of the host's has not arrived.
    void report(u8 type, u8 code, Bytes const& sent) {
        Bytes const error = ip::testing::icmp_message(type, code, 0, ip::testing::first(sent, 28));
        network.arrive(buffers.all, packet({.from = peer, .user = 1}, error));
    }

    /// The segments that were sent since the last call.
    std::vector<Heard> heard() {
        std::vector<Heard> segments;
        for (auto const& each : network.take()) {
            if (each.bytes[ip::PacketHeader::protocol] != Tcp::protocol) continue;
            Message message = buffers.all.message(after(each.bytes, 20));
            Heard& one = segments.emplace_back();
            Checksum checksum;
            checksum.add(span_of(each.bytes).part(12, 8));
            checksum.add(Tcp::protocol);
            checksum.add(static_cast<u16>(message.size()));
            checksum.add(message);
            EXPECT_TRUE(checksum.is_right());
            one.to = load_big_endian(&each.bytes[16]);
            EXPECT_TRUE(read_segment(message, one.segment));
            one.data = bytes_of(message);
        }
        return segments;
    }
    /// The peer's three-way handshake, from this port; the number that the host began with.
    u32 shake_hands(u16 source) {
        arrive({.source = source});
        u32 const first = heard().back().segment.sequence;
        arrive({.flags = Segment::ack,
                .source = source,
                .sequence = 78,
                .acknowledgement = first + 1});
        return first;
    }
    Bytes receive(StreamSession& session) {
        Message message(buffers.pool());
        session.receive(1 << 20, message);
        return bytes_of(message);
    }

    OwnBuffers buffers{512};
    TestAllocator allocator;
    TestAlarms alarms;
    ip::Loopback loopback{{.buffers = buffers, .allocator = allocator},
                          {.packet_bytes = 1500, .waiting = 64}};
    TestAttachment network{own, 24};
    Attachment* attachments[2] = {&loopback, &network};
    BoundIpv4 ip{{.attachments = Span<Attachment* const>(attachments),
                  .alarms = alarms,
                  .buffers = buffers,
                  .allocator = allocator},
                 {.gateway = 0,
                  .source_routes = true,
                  .forwards = false,
                  .lifetime = 64,
                  .reassemblies = 2,
                  .fragments = 16}};
    ip::Icmp icmp{{.ip = ip, .alarms = alarms, .buffers = buffers, .replies = {}, .raw = {}},
                  {.reports_per_second = 10}};
    TestStreams client, server;
    Tcp tcp{{.ip = ip, .alarms = alarms, .buffers = buffers, .allocator = allocator},
            {.connections = 8,
             .backlog = 3,
             .listeners = 2,
             .send_bytes = 65536,
             .receive_bytes = 65536,
             .keep_alive_s = 7200}};
};

} // namespace flat::net::tcp::testing

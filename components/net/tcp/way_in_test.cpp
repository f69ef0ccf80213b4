// SPDX-License-Identifier: BSD-2-Clause
// Tests that what comes is delivered where the driver's buffers have it: no protocol copies it.
#include <net/tcp/testing.hpp>

#include <log/testing.hpp>
#include <net/ethernet.hpp>
#include <net/ip/arp.hpp>
#include <net/ip/udp.hpp>

#include <gtest/gtest.h>

namespace flat::net::tcp {
namespace {

using namespace testing;

constexpr u64 own_card = 0x525400000001;
constexpr u64 peer_card = 0x525400000002;

/// Where the first byte of each piece lies.
std::vector<u8 const*> places_of(Message const& message) {
    std::vector<u8 const*> places;
    for (Message::Piece const& piece : message.pieces())
        places.push_back(piece.begin);
    return places;
}

/// Takes datagrams, as sockets do, without looking at them.
class Keeper : public Upper {
public:
    explicit Keeper(BufferPool& pool) : kept(pool) {}
    bool deliver(Participants const&, Message& message) override {
        kept = flat::move(message);
        return true;
    }
    void failed(Participants const&, Report const&, Span<u8 const>) override {}

    Message kept;
};

/// A host at an Ethernet, whose frames come in buffers as drivers adopt them.
class NetWayIn : public TcpHost {
protected:
    NetWayIn() {
        host.bind_reports(icmp);
        // The peer asks for our address, and so tells its own.
        receive(hex("0001 0800 0604 0001 525400000002 0a000010 000000000000 0a000002"), 0x0806);
    }

    /// A frame with this packet comes; where its packet lies.
    u8 const* receive(Bytes const& packet, u16 type = 0x0800) {
        Bytes bytes(14);
        store_big_endian_u48(&bytes[0], own_card);
        store_big_endian_u48(&bytes[6], peer_card);
        store_big_endian_u16(&bytes[12], type);
        Message frame = buffers.all.message(bytes + packet);
        EXPECT_EQ(frame.pieces().size(), 1u);
        u8 const* const place = frame.pieces()[0].begin + bytes.size();
        ethernet.received(frame);
        return place;
    }
    static Bytes datagram(Bytes const& data) {
        Bytes bytes(8);
        store_big_endian_u16(&bytes[0], 1000);
        store_big_endian_u16(&bytes[2], 7);
        store_big_endian_u16(&bytes[4], static_cast<u16>(8 + data.size()));
        return bytes + data;
    }
    /// The host's end of a connection that a peer has made.
    StreamSession& accept() {
        EXPECT_TRUE(streams.listen(server, {0, 0, 80, 0}).is_ok());
        receive(packet_of({}));
        Bytes const answer = link.take().back();
        number = load_big_endian(&answer[14 + 20 + 4]) + 1;
        receive(packet_of({.flags = Segment::ack, .sequence = 78, .acknowledgement = number}));
        return *server.sessions.back();
    }
    u8 const* receive_data(u32 offset, u32 bytes) {
        return receive(packet_of({.flags = Segment::ack,
                                  .sequence = 78 + offset,
                                  .acknowledgement = number,
                                  .data = pattern(bytes, offset)})) +
               40;
    }

    log::testing::FakeLog log;
    TestLink link{own_card};
    Ethernet ethernet{{.link = link, .allocator = allocator}, {}};
    ip::Arp arp{{.ethernet = ethernet,
                 .link = link,
                 .alarms = alarms,
                 .buffers = buffers,
                 .allocator = allocator,
                 .log = log},
                {.own_address = own, .prefix = 24, .neighbours = 8, .lifetime_ms = 60000}};
    Attachment* at_ethernet[1] = {&arp};
    BoundIpv4 host{{.attachments = Span<Attachment* const>(at_ethernet),
                    .alarms = alarms,
                    .buffers = buffers,
                    .allocator = allocator},
                   {.gateway = 0,
                    .source_routes = false,
                    .forwards = false,
                    .lifetime = 64,
                    .reassemblies = 2,
                    .fragments = 16}};
    ip::Udp udp{{.ip = host, .alarms = alarms, .allocator = allocator}, {}};
    Tcp streams{{.ip = host, .alarms = alarms, .buffers = buffers, .allocator = allocator},
                {.connections = 8,
                 .backlog = 3,
                 .listeners = 2,
                 .send_bytes = 65536,
                 .receive_bytes = 65536,
                 .keep_alive_s = 7200}};
    u32 number = 0;
};

TEST_F(NetWayIn, a_datagram_is_where_its_frame_came) {
    Keeper keeper(buffers.pool());
    ASSERT_TRUE(udp.open_enable(keeper, {0, 0, 7, 0}).is_ok());
    u8 const* const place =
        receive(packet({.from = peer, .to = own, .user = 17}, datagram(pattern(1400))));
    EXPECT_EQ(bytes_of(keeper.kept), pattern(1400));
    EXPECT_EQ(places_of(keeper.kept), std::vector<u8 const*>{place + 28});
    udp.open_disable({0, 0, 7, 0});
}

TEST_F(NetWayIn, a_datagram_of_fragments_is_where_their_frames_came) {
    Keeper keeper(buffers.pool());
    ASSERT_TRUE(udp.open_enable(keeper, {0, 0, 7, 0}).is_ok());
    Bytes const whole = datagram(pattern(3000));
    PacketForm form{.from = peer, .to = own, .user = 17, .fragment = 1480 / 8};
    form.fragment |= ip::PacketHeader::more_fragments;
    u8 const* const second = receive(packet(form, first(after(whole, 1480), 1480)));
    form.fragment = 2960 / 8;
    u8 const* const third = receive(packet(form, after(whole, 2960)));
    form.fragment = ip::PacketHeader::more_fragments;
    u8 const* const begin = receive(packet(form, first(whole, 1480)));
    EXPECT_EQ(bytes_of(keeper.kept), pattern(3000));
    EXPECT_EQ(places_of(keeper.kept),
              (std::vector<u8 const*>{begin + 28, second + 20, third + 20}));
    udp.open_disable({0, 0, 7, 0});
}

TEST_F(NetWayIn, what_a_stream_brings_is_where_its_frames_came) {
    StreamSession& session = accept();
    u8 const* const second = receive_data(1400, 1000); // before what precedes it
    u8 const* const begin = receive_data(0, 1400);
    Message taken(buffers.pool());
    session.receive(1 << 20, taken);
    EXPECT_EQ(bytes_of(taken), pattern(1400, 0) + pattern(1000, 1400));
    EXPECT_EQ(places_of(taken), (std::vector<u8 const*>{begin, second}));
}

TEST_F(NetWayIn, a_part_that_is_taken_stays_where_it_was) {
    StreamSession& session = accept();
    u8 const* const place = receive_data(0, 1400);
    Message taken(buffers.pool());
    session.receive(500, taken);
    EXPECT_EQ(places_of(taken), std::vector<u8 const*>{place});
    taken.clear();
    session.receive(500, taken);
    EXPECT_EQ(places_of(taken), std::vector<u8 const*>{place + 500});
}

} // namespace
} // namespace flat::net::tcp

// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever frames come, in whatever order, and however much time passes between
// them, a host with all of its protocols keeps no buffer and no memory, and reads nothing else.
#include <net/ethernet.hpp>
#include <net/ip/arp.hpp>
#include <net/ip/echo.hpp>
#include <net/ip/icmp.hpp>
#include <net/ip/ipv4.hpp>
#include <net/ip/loopback.hpp>
#include <net/ip/raw.hpp>
#include <net/ip/testing.hpp>
#include <net/ip/udp.hpp>
#include <net/tcp/tcp.hpp>

#include <cstdint>
#include <cstdlib>

namespace {

using namespace flat;
using namespace flat::net;
using namespace flat::net::ip::testing;

constexpr u64 own_card = 0x525400000001;
constexpr u32 own = 0x0a000002;
constexpr u16 port = 7;

class SilentLog : public flat::log::Log {
public:
    void write(Level, Span<u8 const>) override {}
};

struct BoundIpv4 : ip::Ipv4 {
    BoundIpv4(Ports const& ports, Attributes const& attributes) : Ipv4(ports, attributes) {}
    void bind_reports(ErrorReports& errors) { reports.bind(errors); }
};

/// A host that sends back what comes to one port, datagrams and streams, and that connects itself.
class Host : private StreamUpper {
public:
    Host() {
        ip_.bind_reports(icmp_);
        if (udp_.open_enable(*this, {0, 0, port, 0}).is_error()) std::abort();
        if (echo_.open_enable(*this, {0, 0, port, 0}).is_error()) std::abort();
        if (raw_.open_enable(*this, {}).is_error()) std::abort();
        if (tcp_.listen(*this, {0, 0, port, 0}).is_error()) std::abort();
        if (tcp_.connect(*this, {0, 0x0a000001, port, port}).is_error()) std::abort();
    }

    void receive(Bytes const& bytes) {
        Message frame = buffers_.all.message(bytes);
        ethernet_.received(frame);
        link_.take();
    }
    void pass(u64 ms) { alarms_.pass_ms(ms); }

private:
    bool deliver(Participants const& participants, Message& message) override {
        auto const session = udp_.open(nullptr, participants);
        if (session.is_error()) return true;
        static_cast<void>(session.value()->push(message));
        session.value()->release();
        return true;
    }
    void failed(Participants const&, Report const&, Span<u8 const>) override {}
    StreamUpper* accepted(StreamSession&) override { return this; }
    void changed(StreamSession& session) override {
        Message message(buffers_.pool());
        if (session.available() > 0) session.receive(1000, message);
        if (!message.is_empty()) static_cast<void>(session.push(message));
        if (session.state() == StreamSession::State::ended) session.finish();
        if (session.state() == StreamSession::State::closed) session.release();
    }

    OwnBuffers buffers_{512};
    TestAllocator allocator_;
    TestAlarms alarms_;
    SilentLog log_;
    TestLink link_{own_card};
    Ethernet ethernet_{{.link = link_, .allocator = allocator_}, {}};
    ip::Arp arp_{{.ethernet = ethernet_,
                  .link = link_,
                  .alarms = alarms_,
                  .buffers = buffers_,
                  .allocator = allocator_,
                  .log = log_},
                 {.own_address = own, .prefix = 24, .neighbours = 8, .lifetime_ms = 60000}};
    ip::Loopback loopback_{{.buffers = buffers_, .allocator = allocator_},
                           {.packet_bytes = 65535, .waiting = 4}};
    Attachment* attachments_[2] = {&arp_, &loopback_};
    BoundIpv4 ip_{{.attachments = Span<Attachment* const>(attachments_),
                   .alarms = alarms_,
                   .buffers = buffers_,
                   .allocator = allocator_},
                  {.gateway = 0x0a000001,
                   .source_routes = true,
                   .forwards = true,
                   .forwards_source_routes = true,
                   .lifetime = 64,
                   .reassemblies = 2,
                   .fragments = 16}};
    ip::Echo echo_{{.ip = ip_, .allocator = allocator_}, {}};
    ip::Raw raw_{{.ip = ip_, .buffers = buffers_}, {}};
    ip::Icmp icmp_{
        {.ip = ip_, .alarms = alarms_, .buffers = buffers_, .replies = echo_, .raw = raw_},
        {.reports_per_second = 10}};
    ip::Udp udp_{{.ip = ip_, .alarms = alarms_, .allocator = allocator_}, {}};
    tcp::Tcp tcp_{{.ip = ip_, .alarms = alarms_, .buffers = buffers_, .allocator = allocator_},
                  {.connections = 4,
                   .backlog = 2,
                   .listeners = 1,
                   .send_bytes = 4096,
                   .receive_bytes = 4096,
                   .keep_alive_s = 60}};
};

Bytes ethernet_frame(u16 type, Bytes const& data) {
    Bytes bytes(14);
    store_big_endian_u48(&bytes[0], own_card);
    store_big_endian_u48(&bytes[6], 0x525400000002);
    store_big_endian_u16(&bytes[12], type);
    return bytes + data;
}

/// Puts the right checksum of a message of ICMP into it, so that what it says is read.
Bytes summed(Bytes message) {
    if (message.size() < 4) return message;
    message[2] = message[3] = 0;
    Checksum checksum;
    checksum.add(span_of(message));
    checksum.store(&message[2]);
    return message;
}

/// A segment between the two ports, with the right checksum.
Bytes segment(Bytes bytes) {
    if (bytes.size() < 20) return bytes;
    store_big_endian(&bytes[0], u32(port) << 16 | port);
    bytes[12] = static_cast<u8>(bytes[12] | 0x50);
    bytes[16] = bytes[17] = 0;
    Checksum checksum;
    checksum.add_u32(own);
    checksum.add_u32(0x0a000001);
    checksum.add(u16{6});
    checksum.add(static_cast<u16>(bytes.size()));
    checksum.add(span_of(bytes));
    checksum.store(&bytes[16]);
    return bytes;
}

/// A packet of one of three protocols with options: the first byte says how many words of them
/// follow.
Bytes packet_with_options(Bytes const& piece) {
    if (piece.empty()) return {};
    u32 const words = piece[0] % 11u, user = piece[0] / 11u % 3u;
    Bytes options = after(piece, 1);
    options.resize(words * 4);
    Bytes const data = after(piece, std::min<std::size_t>(1 + words * 4, piece.size()));
    if (user == 0) return ip::testing::packet({.user = 1, .options = options}, summed(data));
    if (user == 1) return ip::testing::packet({.user = 6, .options = options}, segment(data));
    return ip::testing::packet({.options = options}, data);
}

/// A piece of input is a frame as it is, or something that gets right headers around it.
void act(Host& host, u8 kind, Bytes const& piece) {
    switch (kind % 8) {
    case 0:
        return host.receive(piece);
    case 1:
        return host.receive(ethernet_frame(0x0806, piece));
    case 2:
        return host.receive(ethernet_frame(0x0800, piece));
    case 3:
        return host.receive(
            ethernet_frame(0x0800, ip::testing::packet({.user = 1}, summed(piece))));
    case 4:
        if (piece.size() < 4) return host.pass(piece.size() * 1000);
        return host.receive(ethernet_frame(
            0x0800,
            ip::testing::packet({.id = piece[0], .fragment = load_big_endian_u16(&piece[1])},
                                after(piece, 3))));
    case 5:
        return host.receive(
            ethernet_frame(0x0800, ip::testing::packet({.user = 6}, segment(piece))));
    case 6:
        return host.receive(ethernet_frame(0x0800, ip::testing::packet({}, piece)));
    default:
        return host.receive(ethernet_frame(0x0800, packet_with_options(piece)));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    Host host;
    for (std::size_t at = 0; at + 2 <= size;) {
        std::size_t const piece = std::min<std::size_t>(data[at + 1] * 2, size - at - 2);
        act(host, data[at], Bytes(data + at + 2, data + at + 2 + piece));
        at += 2 + piece;
    }
    return 0;
}

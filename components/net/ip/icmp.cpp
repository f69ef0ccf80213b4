// SPDX-License-Identifier: BSD-2-Clause
// ICMP: answers echo requests, and reports why packets went no further.
#include <net/ip/icmp.hpp>

#include <core/panic.hpp>
#include <net/checksum.hpp>
#include <net/ip/icmp_header.hpp>
#include <net/ip/packet_header.hpp>

namespace flat::net::ip {

namespace {

constexpr u32 quoted_bytes = 8; // of what follows the header of a packet

constexpr Participants all_messages{0, 0, IcmpHeader::protocol, IcmpHeader::protocol};

u16 type_and_code_of(ErrorReports::Reason reason) {
    using Reason = ErrorReports::Reason;
    switch (reason) {
    case Reason::network_unreachable:
        return with_code(unreachable, network_unreachable);
    case Reason::host_unreachable:
        return with_code(unreachable, host_unreachable);
    case Reason::protocol_unreachable:
        return with_code(unreachable, protocol_unreachable);
    case Reason::port_unreachable:
        return with_code(unreachable, port_unreachable);
    case Reason::fragmentation_needed:
        return with_code(unreachable, fragmentation_needed);
    case Reason::source_route_failed:
        return with_code(unreachable, source_route_failed);
    case Reason::lifetime_exceeded:
        return with_code(time_exceeded, 0);
    case Reason::reassembly_time_exceeded:
        return with_code(time_exceeded, 1);
    }
    return 0;
}

Upper::Problem problem_of(u16 type_and_code) {
    u8 const type = static_cast<u8>(type_and_code >> 8), code = static_cast<u8>(type_and_code);
    if (type == time_exceeded) return Upper::Problem::expired;
    if (type == parameter_problem) return Upper::Problem::unreachable;
    if (code == fragmentation_needed) return Upper::Problem::too_long;
    return code == port_unreachable ? Upper::Problem::refused : Upper::Problem::unreachable;
}

constexpr bool is_error(u8 type) {
    return type == unreachable || type == time_exceeded || type == parameter_problem;
}

} // namespace

Icmp::Icmp(Ports const& ports, Attributes const& attributes) : IcmpComponent(ports, attributes) {
    rate_.lock()->tokens = reports_per_second;
    if (ip->open_enable(*this, all_messages).is_error())
        panic("somebody else has the protocol ICMP");
}

Icmp::~Icmp() {
    ip->open_disable(all_messages);
}

bool Icmp::deliver(Participants const& participants, Message& message) {
    take(participants, message, {});
    return true;
}

bool Icmp::deliver_with_options(Participants const& participants, Message& message,
                                Span<u8 const> options) {
    take(participants, message, PacketOptions::read(options));
    return true;
}

void Icmp::take(Participants const& participants, Message& message, PacketOptions const& options) {
    u8 scratch[IcmpHeader::bytes];
    u8 const* const header = message.peek(IcmpHeader::bytes, scratch);
    Checksum checksum;
    checksum.add(message);
    if (!header || !checksum.is_right()) return static_cast<void>(++malformed_);
    ++received_;
    if (raw) static_cast<void>(raw->deliver(participants, message)); // which leaves it as it is
    u32 const word = load_big_endian(header + IcmpHeader::word);
    if (header[0] == echo_request && header[1] == 0)
        answer(participants, message, options);
    else if (header[0] == echo_reply && header[1] == 0)
        take_reply(participants, message, options);
    else if (header[0] == redirect)
        heard_of_gateway(static_cast<u32>(participants.remote), word, message);
    else if (is_error(header[0]))
        heard_of_error(static_cast<u32>(participants.remote), load_big_endian_u16(header), word,
                       message);
}

/// Somebody here may have asked for the echo.
void Icmp::take_reply(Participants const& participants, Message& message,
                      PacketOptions const& options) {
    if (!replies) return;
    if (options.is_empty())
        static_cast<void>(replies->deliver(participants, message));
    else
        static_cast<void>(replies->deliver_with_options(participants, message, options.bytes()));
}

/// What did not arrive is a request for an echo, or what a user has written as it is: all else
/// that this protocol sends is an answer.
void Icmp::failed(Participants const& participants, Report const& report,
                  Span<u8 const> beginning) {
    if (replies) replies->failed(participants, report, beginning);
    if (raw) raw->failed(participants, report, beginning);
}

/// Sends back what a request for an echo holds, by its reverse source route and with the options
/// that record (RFC 1122, section 3.2.2.6). To one that went to all there is no answer.
void Icmp::answer(Participants const& participants, Message& request,
                  PacketOptions const& options) {
    u8 scratch[IcmpHeader::bytes];
    u32 const word = load_big_endian(request.peek(IcmpHeader::bytes, scratch) + IcmpHeader::word);
    request.pop(IcmpHeader::bytes);
    send(participants, with_code(echo_reply, 0), word, request, options.answered());
}

/// Sends a message with a header; it may be lost, like any.
void Icmp::send(Participants const& participants, u16 type_and_code, u32 word, Message& data,
                PacketOptions const& options) {
    auto const place = data.push(IcmpHeader::bytes);
    if (place.is_error()) return;
    u8* const header = place.value();
    store_big_endian(header, u32{type_and_code} << 16);
    store_big_endian(header + IcmpHeader::word, word);
    Checksum checksum;
    checksum.add(data);
    checksum.store(header + IcmpHeader::checksum);
    auto const session = ip->open(nullptr, participants);
    if (session.is_error()) return;
    bool const has_way =
        options.is_empty() || session.value()->set_options(options.bytes()).is_ok();
    if (has_way) {
        ++sent_;
        static_cast<void>(session.value()->push(data));
    }
    session.value()->release();
}

/// A gateway names a better one for the packet that the message quotes, which must be ours. Ways to
/// networks are as those to hosts (RFC 1122, section 3.2.2.2).
void Icmp::heard_of_gateway(u32 sender, u32 gateway, Message const& message) {
    u8 quote[PacketHeader::bytes_min];
    if (message.copy_to(IcmpHeader::bytes, quote) < sizeof quote) return;
    PacketHeader const header = PacketHeader::read(quote);
    auto const own = ip->local_address(header.to);
    if (own.is_ok() && own.value() == header.from)
        static_cast<void>(ip->redirect(sender, header.to, gateway));
}

/// Tells the protocol that has sent it what became of a packet, whose beginning the message
/// quotes.
void Icmp::heard_of_error(u32 sender, u16 type_and_code, u32 word, Message const& message) {
    u8 quote[PacketHeader::bytes_max + quoted_bytes];
    u32 const size = message.copy_to(IcmpHeader::bytes, quote);
    if (size < PacketHeader::bytes_min + quoted_bytes) return;
    PacketHeader const header = PacketHeader::read(quote);
    if (header.header_bytes < PacketHeader::bytes_min || header.header_bytes + quoted_bytes > size)
        return;
    bool const names_mtu = type_and_code == with_code(unreachable, fragmentation_needed);
    ip->problem({header.from, header.to, header.user, header.user},
                {problem_of(type_and_code), names_mtu ? word & 0xffff : 0, sender, type_and_code},
                Span<u8 const>(quote).part(header.header_bytes, quoted_bytes));
}

void Icmp::report(Reason reason, u32 detail, Span<u8 const> packet) {
    if (packet.size() < PacketHeader::bytes_min) return;
    PacketHeader const header = PacketHeader::read(packet.data());
    bool const is_later_fragment = header.offset_bytes() != 0;
    bool const quotes_error =
        header.user == IcmpHeader::protocol &&
        (packet.size() <= header.header_bytes || packet[header.header_bytes] != echo_request);
    if (is_later_fragment || quotes_error || is_multicast(header.to)) return;
    if (!may_report()) {
        ++suppressed_;
        return;
    }
    Message data(buffers->pool());
    if (data.append(packet).is_error()) return;
    send({0, header.from, IcmpHeader::protocol, IcmpHeader::protocol}, type_and_code_of(reason),
         detail, data);
}

/// Takes a token, of which there are new ones all the time.
bool Icmp::may_report() {
    constexpr u64 ns_per_second = 1'000'000'000;
    auto const rate = rate_.lock();
    u64 const now_ns = alarms->now_ns();
    u64 const passed_ns = min(now_ns - rate->filled_ns, ns_per_second);
    if (u64 const fresh = passed_ns * reports_per_second / ns_per_second; fresh > 0) {
        rate->tokens = min(rate->tokens + fresh, reports_per_second);
        rate->filled_ns = now_ns;
    }
    if (rate->tokens == 0) return false;
    --rate->tokens;
    return true;
}

} // namespace flat::net::ip

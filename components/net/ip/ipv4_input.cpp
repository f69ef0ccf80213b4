// SPDX-License-Identifier: BSD-2-Clause
// IPv4: what arrives, for this host or for others.
#include <net/ip/ipv4.hpp>

#include <core/memory.hpp>
#include <net/checksum.hpp>
#include <net/hardware_address.hpp>

namespace flat::net::ip {

using Beginning = Reassembly::Beginning;
using Reason = ErrorReports::Reason;

namespace {

/// What is reported of a packet.
Beginning beginning_of(PacketHeader const& header, u8 const* bytes, Message const& data) {
    Beginning beginning;
    memcpy(beginning.bytes, bytes, header.header_bytes);
    beginning.size = header.header_bytes;
    beginning.size += data.copy_to(0, Span(beginning.bytes, sizeof beginning.bytes)
                                          .part(header.header_bytes, min(data.size(), u32{8})));
    return beginning;
}

/// One more host has been passed. The checksum's complement grows by what the lifetime, the upper
/// half of its word, has become less (RFC 1624).
void age(u8* header) {
    --header[PacketHeader::lifetime];
    u32 const sum = load_big_endian_u16(header + PacketHeader::checksum) + 0x100u;
    store_big_endian_u16(header + PacketHeader::checksum, static_cast<u16>(sum + (sum >> 16)));
}

/// Reads the header of a packet, and says where it is: in `scratch` if it has options, or if its
/// piece may go away with it; null if it is wrong in form.
u8 const* read_header(Message const& packet, u8* scratch, PacketHeader& header) {
    u8 const* bytes = packet.peek(PacketHeader::bytes_min, scratch);
    if (!bytes) return nullptr;
    header = PacketHeader::read(bytes);
    bool const has_options = header.header_bytes > PacketHeader::bytes_min;
    if (has_options || packet.pieces()[0].size <= PacketHeader::bytes_min) {
        if (packet.copy_to(0, Span(scratch, header.header_bytes)) != header.header_bytes)
            return nullptr;
        bytes = scratch;
    }
    bool const is_well_formed =
        bytes[0] >> 4 == PacketHeader::version && header.header_bytes >= PacketHeader::bytes_min &&
        header.total_bytes >= header.header_bytes && header.total_bytes <= packet.size();
    if (!is_well_formed) return nullptr;
    Checksum checksum;
    checksum.add_header(bytes, PacketHeader::bytes_min);
    if (has_options)
        checksum.add_header(bytes + PacketHeader::bytes_min,
                            header.header_bytes - PacketHeader::bytes_min);
    return checksum.is_right() ? bytes : nullptr;
}

/// The options that follow a header.
PacketOptions options_of(PacketHeader const& header, u8 const* bytes) {
    return PacketOptions::read(
        Span<u8 const>(bytes, header.header_bytes).after(PacketHeader::bytes_min));
}

/// Notes in the options of a packet that a host of this address sends it on (RFC 1812, section
/// 5.2.4).
void record(u8* bytes, u32 own, u64 now_ns) {
    PacketHeader const header = PacketHeader::read(bytes);
    PacketOptions options = options_of(header, bytes);
    options.record(own, now_ns);
    Span<u8 const> const recorded = options.bytes();
    memcpy(bytes + PacketHeader::bytes_min, recorded.data(), recorded.size());
    store_big_endian_u16(bytes + PacketHeader::checksum, 0);
    Checksum checksum;
    checksum.add(Span<u8 const>(bytes, header.header_bytes));
    checksum.store(bytes + PacketHeader::checksum);
}

} // namespace

bool Ipv4::Entrance::deliver(Participants const& participants, Message& packet) {
    ip_->arrived(*this, is_group_address(participants.local), packet);
    return true;
}

/// A neighbour does not answer: that is reported to the sender, which may be one of ours.
void Ipv4::Entrance::failed(Participants const&, Report const& report, Span<u8 const> beginning) {
    if (beginning.size() < PacketHeader::bytes_min + 8) return;
    PacketHeader const header = PacketHeader::read(beginning.data());
    if (header.header_bytes + 8 > beginning.size()) return;
    if (ip_->has_address(header.from)) {
        ip_->problem({header.from, header.to, header.user, header.user}, report,
                     beginning.after(header.header_bytes));
        return;
    }
    ip_->reports->report(Reason::host_unreachable, 0, beginning);
}

void Ipv4::arrived(Entrance& entrance, bool is_to_all, Message& packet) {
    ++counts_.received;
    u8 scratch[PacketHeader::bytes_max];
    PacketHeader header;
    u8 const* const bytes = read_header(packet, scratch, header);
    if (!bytes) return count(counts_.malformed);
    Attachment& attachment = entrance.attachment();
    if (!is_possible(attachment, header)) return count(counts_.impossible);
    packet.trim(header.total_bytes);
    packet.pop(header.header_bytes);
    For const destination = whom(attachment, header.to);
    bool const may_report = destination == For::us && !is_to_all;
    if (destination == For::others) {
        if (forwards && !is_to_all) return forward(header, bytes, packet);
        return count(counts_.not_for_us);
    }
    bool const has_options = header.header_bytes > PacketHeader::bytes_min;
    if (has_options && options_of(header, bytes).is_under_way()) [[unlikely]] {
        if (may_report) return forward_by_source_route(attachment, header, bytes, packet);
        return count(counts_.not_for_us);
    }
    if (header.is_fragment()) return reassemble(header, bytes, packet, may_report);
    take(header, bytes, packet, may_report);
}

/// Whether a packet can be from and to whom it says (RFC 1122, section 3.2.1.3). One from ourselves
/// can come by the loopback only.
bool Ipv4::is_possible(Attachment& attachment, PacketHeader const& header) const {
    if (header.from == 0 || header.from >= 0xe000'0000 || header.to == 0) return false;
    if (attachment.is_loopback()) return true;
    if (is_loopback_address(header.from) || is_loopback_address(header.to) ||
        has_address(header.from))
        return false;
    u32 const mask = mask_of(attachment.prefix_bits());
    return (header.from | mask) != limited_broadcast ||
           ((header.from ^ attachment.address()) & mask) != 0;
}

Ipv4::For Ipv4::whom(Attachment& attachment, u32 address) const {
    if (address == attachment.address()) return For::us;
    u32 const mask = mask_of(attachment.prefix_bits());
    if (attachment.is_loopback() && ((address ^ attachment.address()) & mask) == 0) return For::us;
    if (address == limited_broadcast || address == (attachment.address() | ~mask)) return For::all;
    return has_address(address) ? For::us : For::others;
}

void Ipv4::take(PacketHeader const& header, u8 const* bytes, Message& data, bool may_report) {
    data.set_lifetime(header.ttl);
    Participants const participants{header.to, header.from, header.user, header.user};
    Upper* const upper = uppers_.find(participants);
    bool const has_options = header.header_bytes > PacketHeader::bytes_min;
    bool const is_wanted =
        upper && (has_options ? deliver_with_options(*upper, participants, header, bytes, data)
                              : upper->deliver(participants, data));
    if (is_wanted) return count(counts_.delivered);
    ++counts_.unwanted;
    if (may_report)
        report(upper ? Reason::port_unreachable : Reason::protocol_unreachable, 0,
               beginning_of(header, bytes, data));
}

/// Delivers a message to `upper`, or with its options to whoever wants these.
bool Ipv4::deliver_with_options(Upper& upper, Participants const& participants,
                                PacketHeader const& header, u8 const* bytes, Message& data) {
    auto* const above = narrow_to<OptionsUpper>(upper);
    if (!above) return upper.deliver(participants, data);
    PacketOptions options = options_of(header, bytes);
    options.record_arrival(header.to, alarms->now_ns());
    if (!source_routes) options.forget_route();
    return above->deliver_with_options(participants, data, options.bytes());
}

/// The options of a datagram are those of its first fragment.
void Ipv4::reassemble(PacketHeader const& header, u8 const* bytes, Message& data, bool may_report) {
    ++counts_.fragments_received;
    Beginning beginning = beginning_of(header, bytes, data);
    switch (reassembly_.add(header, beginning, data)) {
    case Reassembly::Outcome::kept:
        return;
    case Reassembly::Outcome::dropped:
        return count(counts_.fragments_dropped);
    case Reassembly::Outcome::complete:
        ++counts_.reassembled;
        take(PacketHeader::read(beginning.bytes), beginning.bytes, data, may_report);
    }
}

void Ipv4::given_up(Beginning const& beginning) {
    ++counts_.fragments_dropped;
    if (beginning.size > 0) report(Reason::reassembly_time_exceeded, 0, beginning);
}

/// Sends a packet of others on (RFC 1812, section 5.2).
void Ipv4::forward(PacketHeader const& header, u8 const* bytes, Message& data) {
    if (is_multicast(header.to) || header.to == limited_broadcast) return count(counts_.not_for_us);
    auto const hop = routes_.find(header.to);
    u32 const mtu = hop ? attachment_of(*hop).mtu() : 0;
    bool const is_too_long = header.total_bytes > mtu;
    if (!hop || header.ttl <= 1 || (is_too_long && header.is_whole()))
        return refuse(header, hop ? mtu : 0, beginning_of(header, bytes, data));
    ++counts_.forwarded;
    if (is_too_long) return forward_in_fragments(*hop, header, bytes, data);
    auto const place = data.push(header.header_bytes);
    if (place.is_error()) return;
    u8* const own = place.value();
    if (own != bytes) memcpy(own, bytes, header.header_bytes);
    age(own);
    if (header.header_bytes > PacketHeader::bytes_min) [[unlikely]]
        record(own, attachment_of(*hop).address(), alarms->now_ns());
    static_cast<void>(attachment_of(*hop).send(hop->neighbour, data)); // may be lost, like any
}

/// To whom a packet goes on by its source route, if it may.
Maybe<Routes::Hop> Ipv4::hop_of_source_route(Attachment& from, PacketOptions const& options) {
    u32 const next = options.next();
    bool const is_of_one_host = next != 0 && !is_multicast(next) && !is_broadcast(next);
    if (!forwards_source_routes || !is_of_one_host || is_loopback_address(next)) return nothing;
    auto const hop = routes_.find(next);
    bool const is_reached = hop && (!options.is_strict() || hop->neighbour == next) &&
                            (forwards || &attachment_of(*hop) == &from);
    return is_reached ? hop : nothing;
}

/// Sends a packet that has come to us to the next host of its source route (RFC 1812, section
/// 5.3.13.4).
void Ipv4::forward_by_source_route(Attachment& from, PacketHeader const& header, u8 const* bytes,
                                   Message& data) {
    PacketOptions options = options_of(header, bytes);
    auto const hop = hop_of_source_route(from, options);
    if (!hop) {
        ++counts_.not_for_us;
        return report(Reason::source_route_failed, 0, beginning_of(header, bytes, data));
    }
    u8 own[PacketHeader::bytes_max];
    memcpy(own, bytes, header.header_bytes);
    store_big_endian(own + PacketHeader::destination, options.go_on(attachment_of(*hop).address()));
    Span<u8 const> const noted = options.bytes();
    memcpy(own + PacketHeader::bytes_min, noted.data(), noted.size());
    forward(PacketHeader::read(own), own, data);
}

/// Says why a packet of others goes no further; an MTU of 0 means that there is no way.
void Ipv4::refuse(PacketHeader const& header, u32 mtu, Beginning const& beginning) {
    if (header.ttl <= 1) return report(Reason::lifetime_exceeded, 0, beginning);
    if (mtu != 0) return report(Reason::fragmentation_needed, mtu, beginning);
    ++counts_.unroutable;
    report(Reason::network_unreachable, 0, beginning);
}

void Ipv4::forward_in_fragments(Routes::Hop const& hop, PacketHeader const& header, u8 const* bytes,
                                Message& data) {
    u8 own[PacketHeader::bytes_max];
    memcpy(own, bytes, header.header_bytes);
    age(own);
    record(own, attachment_of(hop).address(), alarms->now_ns());
    static_cast<void>(send_in_fragments(hop, own, data)); // may be lost, like any
}

void Ipv4::report(Reason reason, u32 detail, Beginning const& beginning) {
    reports->report(reason, detail, Span<u8 const>(beginning.bytes, beginning.size));
}

} // namespace flat::net::ip

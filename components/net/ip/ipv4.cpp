// SPDX-License-Identifier: BSD-2-Clause
// IPv4: which networks there are, sessions, and what is sent.
#include <net/ip/ipv4.hpp>

#include <core/bits.hpp>
#include <core/panic.hpp>
#include <net/checksum.hpp>

#include <new>

namespace flat::net::ip {

namespace {

/// Whether an attachment's network has addresses of another one.
bool do_overlap(Attachment& attachment, u32 address, u32 prefix_bits) {
    u32 const mask = mask_of(min(attachment.prefix_bits(), prefix_bits));
    return attachment.address() != 0 && ((attachment.address() ^ address) & mask) == 0;
}

/// Fragments after the first one have those options only that say so.
void leave_options_out(u8* header) {
    u32 const bytes = PacketHeader::read(header).header_bytes - PacketHeader::bytes_min;
    u8* const place = header + PacketHeader::bytes_min;
    PacketOptions const kept =
        PacketOptions::read(Span<u8 const>(place, bytes)).of_later_fragments();
    kept.write(place);
    header[0] = PacketHeader::first_byte(PacketHeader::bytes_min + kept.padded_bytes());
}

} // namespace

Ipv4::Ipv4(Ports const& ports, Attributes const& attributes) : Ipv4Component(ports, attributes) {
    if (attachments.size() > attachments_max)
        panic("IPv4 has {} attachments, and room for {}", attachments.size(), attachments_max);
    for (u32 i = 0; i < attachments.size(); ++i)
        join(i, attachments[i]);
    u32 const gateways[] = {gateway, second_gateway};
    for (u32 const each : gateways)
        if (each != 0 && add_route({0, 0, each}).is_error())
            panic("no network of ours has the gateway {x}", each);
}

Ipv4::~Ipv4() = default;

void Ipv4::join(u32 index, Attachment& attachment) {
    if (!attachment.is_loopback()) routes_.add(limited_broadcast, 32, 0, index);
    if (attachment.address() != 0) {
        require_different(index, attachment);
        add_routes(index, attachment);
    }
    entrances_[index].join(*this, attachment);
}

/// Knows the way to the neighbours in a network, and to our address in it.
void Ipv4::add_routes(u32 index, Attachment& attachment) {
    routes_.add(attachment.address(), attachment.prefix_bits(), 0, index);
    for (u32 i = 0; i < attachments.size(); ++i)
        if (attachments[i].is_loopback()) routes_.add(attachment.address(), 32, 0, i);
}

/// Packets to the neighbours in two networks that are the same could not be told apart.
void Ipv4::require_different(u32 index, Attachment& attachment) {
    for (u32 i = 0; i < index; ++i) {
        Attachment& other = attachments[i];
        if (attachment.address() == other.address())
            panic("two links have the address {x}", attachment.address());
        if (do_overlap(other, attachment.address(), attachment.prefix_bits()))
            panic("the networks of {x} and {x} overlap", other.address(), attachment.address());
    }
}

/// Whether no other network of ours has these addresses.
bool Ipv4::is_free(Attachment const& attachment, u32 address, u32 prefix_bits) const {
    for (Attachment& other : attachments)
        if (&other != &attachment && do_overlap(other, address, prefix_bits)) return false;
    return true;
}

void Ipv4::Entrance::join(Ipv4& ip, Attachment& attachment) {
    ip_ = &ip;
    attachment_ = &attachment;
    attachment.attach(*this);
}

bool Ipv4::has_address(u32 address) const {
    for (Attachment& each : attachments)
        if (each.address() == address) return true;
    return false;
}

bool Ipv4::is_own(u32 address) {
    return has_address(address) || is_loopback_address(address);
}

Result<Session*, NetworkError> Ipv4::open(Upper* upper, Participants const& wanted) {
    auto const remote = static_cast<u32>(wanted.remote);
    bool const is_valid = wanted.remote == remote && remote != 0 && wanted.local_port <= 255 &&
                          wanted.remote_port == wanted.local_port &&
                          (wanted.local == 0 || is_own(static_cast<u32>(wanted.local)));
    if (!is_valid) return NetworkError{NetworkError::invalid};
    auto const hop = routes_.find(remote);
    if (!hop) {
        ++counts_.unroutable;
        return NetworkError{NetworkError::unreachable};
    }
    bool const would_leave_loopback =
        is_loopback_address(static_cast<u32>(wanted.local)) && !attachment_of(*hop).is_loopback();
    if (would_leave_loopback) return NetworkError{NetworkError::invalid};
    Participants participants = wanted;
    if (participants.local == 0) participants.local = TRY(local_address(remote));
    auto const place = allocator->allocate(sizeof(PacketSession), alignof(PacketSession));
    if (place.is_error()) return NetworkError{NetworkError::exhausted};
    auto const added = upper ? uppers_.add(*upper, participants) : Result<void, NetworkError>{};
    if (added.is_error()) {
        allocator->free(place.value());
        return added.error();
    }
    auto* const session =
        new (pointer_to<void>(place.value())) PacketSession(*this, participants, *hop, upper);
    open_.lock()->push_back(*session);
    return session;
}

Result<Participants, NetworkError> Ipv4::open_enable(Upper& upper,
                                                     Participants const& participants) {
    if (participants.local_port > 255 || participants.remote_port != participants.local_port)
        return NetworkError{NetworkError::invalid};
    TRY(uppers_.add(upper, participants));
    return participants;
}

void Ipv4::open_disable(Participants const& participants) {
    uppers_.remove(participants);
}

Result<core::AbstractResource*, core::BindingError> Ipv4::create(Span<u8 const> hint) {
    return create_session(*this, hint);
}

Result<Top*, core::BindingError> Ipv4::bind(core::Name& name, Span<u8 const> hint) {
    return bind_session(*this, name, hint);
}

Ipv4::Statistics Ipv4::statistics() {
    return {counts_.received,    counts_.malformed,
            counts_.impossible,  counts_.not_for_us,
            counts_.forwarded,   counts_.delivered,
            counts_.unwanted,    counts_.fragments_received,
            counts_.reassembled, counts_.fragments_dropped,
            counts_.sent,        counts_.fragments_sent,
            counts_.unroutable};
}

Result<void, NetworkError> Ipv4::add_route(Route const& route) {
    auto const hop = routes_.find(route.gateway);
    if (!hop || hop->neighbour != route.gateway || route.prefix_bits > 32)
        return NetworkError{NetworkError::invalid};
    if (!routes_.add(route.destination, route.prefix_bits, route.gateway, hop->attachment))
        return NetworkError{NetworkError::exhausted};
    return {};
}

Result<void, NetworkError> Ipv4::readdress(Attachment& attachment, u32 address, u32 prefix_bits,
                                           u32 gateway) {
    constexpr NetworkError invalid{NetworkError::invalid};
    u32 index = 0;
    while (index < attachments.size() && &attachments[index] != &attachment)
        ++index;
    if (index == attachments.size()) return invalid;
    if (address != 0 && !is_free(attachment, address, prefix_bits)) return invalid;
    if (gateway != 0 && (address == 0 || !is_neighbour(gateway, address, prefix_bits)))
        return invalid;
    u32 const before = attachment.address();
    TRY(attachment.set_address(address, prefix_bits));
    if (before != 0) routes_.remove(index, before);
    if (address != 0) add_routes(index, attachment);
    if (gateway != 0) return add_route({0, 0, gateway});
    return {};
}

Result<u32, NetworkError> Ipv4::local_address(u32 remote) {
    if (has_address(remote)) return remote;
    auto const hop = routes_.find(remote);
    if (!hop) return NetworkError{NetworkError::unreachable};
    return attachment_of(*hop).address();
}

bool Ipv4::is_broadcast(u32 address) {
    for (Attachment& each : attachments)
        if (whom(each, address) == For::all) return true;
    return false;
}

void Ipv4::doubt(u32 remote) {
    if (routes_.doubt(remote)) follow_routes();
}

/// A gateway has been replaced by another one.
void Ipv4::follow_routes() {
    auto const open = open_.lock();
    for (PacketSession* each = open->first(); each; each = open->after(*each))
        each->follow_route();
}

bool Ipv4::redirect(u32 sender, u32 remote, u32 gateway) {
    auto const now = routes_.find(remote);
    auto const better = routes_.find(gateway);
    bool const is_believed = redirects && now && now->neighbour == sender && sender != remote &&
                             better && better->neighbour == gateway && gateway != sender &&
                             better->attachment == now->attachment && !has_address(gateway) &&
                             !is_broadcast(gateway);
    bool const is_taken = is_believed && routes_.redirect(remote, gateway, now->attachment);
    if (is_taken) follow_routes();
    return is_taken;
}

void Ipv4::keep_whole(u16 port) {
    if (port <= 255) kept_whole_[port / 64] |= u64{1} << port % 64;
}

void Ipv4::problem(Participants const& participants, Upper::Report const& report,
                   Span<u8 const> beginning) {
    if (Upper* const upper = uppers_.find(participants))
        upper->failed(participants, report, beginning);
}

/// Cuts a message into fragments of a header that is otherwise the same. The first error ends it:
/// what is not whole is of no use to anybody. The header's lengths, fragment and sum are filled in;
/// its options are as they are sent.
Result<void, NetworkError> Ipv4::send_in_fragments(Routes::Hop const& hop, u8 const* header,
                                                   Message& data) {
    u32 const header_bytes = PacketHeader::read(header).header_bytes;
    u32 const part_bytes = align_down(attachment_of(hop).mtu() - header_bytes, 8);
    u8 own[PacketHeader::bytes_max];
    memcpy(own, header, header_bytes);
    u32 const first = load_big_endian_u16(own + PacketHeader::fragment);
    for (u32 offset = 0; !data.is_empty(); offset += part_bytes) {
        Message rest(buffers->pool());
        if (data.split(part_bytes, rest).is_error()) {
            data.clear();
            return NetworkError{NetworkError::exhausted};
        }
        u32 const more = rest.is_empty() ? 0 : PacketHeader::more_fragments;
        store_big_endian_u16(own + PacketHeader::fragment,
                             static_cast<u16>((first | more) + offset / 8));
        ++counts_.fragments_sent;
        TRY(send_with_header(hop, own, data));
        if (offset == 0) leave_options_out(own);
        data = flat::move(rest);
    }
    return {};
}

/// Sends a packet, whose header has all but its length and its sum.
Result<void, NetworkError> Ipv4::send_with_header(Routes::Hop const& hop, u8 const* header,
                                                  Message& part) {
    u32 const header_bytes = PacketHeader::read(header).header_bytes;
    auto const place = part.push(header_bytes);
    if (place.is_error()) {
        part.clear();
        return NetworkError{NetworkError::exhausted};
    }
    u8* const own = place.value();
    memcpy(own, header, header_bytes);
    store_big_endian_u16(own + PacketHeader::total_length, static_cast<u16>(part.size()));
    store_big_endian_u16(own + PacketHeader::checksum, 0);
    Checksum checksum;
    checksum.add(Span<u8 const>(own, header_bytes));
    checksum.store(own + PacketHeader::checksum);
    return attachment_of(hop).send(hop.neighbour, part);
}

} // namespace flat::net::ip

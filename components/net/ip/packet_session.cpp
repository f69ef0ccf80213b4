// SPDX-License-Identifier: BSD-2-Clause
// Packets of one protocol to one host.
#include <net/ip/packet_session.hpp>

#include <core/memory.hpp>
#include <net/checksum.hpp>
#include <net/ip/ipv4.hpp>

namespace flat::net::ip {

namespace {

constexpr u32 packet_bytes_max = 65535;

} // namespace

PacketSession::PacketSession(Ipv4& ip, Participants const& participants, Routes::Hop const& hop,
                             bool is_listening)
    : ip_(ip), attachment_(ip.attachment_of(hop)), participants_(participants),
      attachment_index_(hop.attachment), neighbour_(hop.neighbour),
      plain_bytes_max_(attachment_.mtu()),
      is_kept_whole_(ip.is_kept_whole(participants.local_port)), is_listening_(is_listening),
      header_{PacketHeader::first_byte(PacketHeader::bytes_min)} {
    store_big_endian_u16(header_ + PacketHeader::fragment,
                         is_kept_whole_ ? PacketHeader::dont_fragment : u16{0});
    header_[PacketHeader::lifetime] = static_cast<u8>(ip.lifetime);
    header_[PacketHeader::protocol] = static_cast<u8>(participants.local_port);
    store_big_endian(header_ + PacketHeader::source, static_cast<u32>(participants.local));
    store_big_endian(header_ + PacketHeader::destination, static_cast<u32>(participants.remote));
    sum_header();
}

void PacketSession::sum_header() {
    Checksum checksum;
    checksum.add_header(header_, sizeof header_);
    sum_ = checksum.folded();
}

void PacketSession::set_service(u8 type_of_service, u8 lifetime) {
    header_[PacketHeader::service] = type_of_service;
    header_[PacketHeader::lifetime] = lifetime != 0 ? lifetime : static_cast<u8>(ip_.lifetime);
    sum_header();
}

Result<void, NetworkError> PacketSession::set_options(Span<u8 const> wanted) {
    PacketOptions options = TRY(PacketOptions::wanted(wanted));
    u32 const remote = static_cast<u32>(participants_.remote);
    u32 const first = options.begin_route(remote);
    if (first != 0 && (is_multicast(first) || ip_.is_broadcast(first)))
        return NetworkError{NetworkError::invalid};
    u32 const destination = first != 0 ? first : remote;
    auto const hop = ip_.routes_.find(destination);
    bool const is_there = hop && hop->attachment == attachment_index_ &&
                          (!options.is_strict() || hop->neighbour == first);
    if (!is_there) return NetworkError{NetworkError::unreachable};
    store_big_endian(header_ + PacketHeader::destination, destination);
    sum_header();
    neighbour_.store(hop->neighbour, MemoryOrder::relaxed);
    options_ = options;
    plain_bytes_max_ = options_.is_empty() ? attachment_.mtu() : 0;
    return {};
}

/// The source's address stays, and with it the network that packets go by.
void PacketSession::follow_route() {
    auto const hop = ip_.routes_.find(destination());
    if (hop && hop->attachment == attachment_index_)
        neighbour_.store(hop->neighbour, MemoryOrder::relaxed);
}

Result<void, NetworkError> PacketSession::push(Message& message) {
    u32 const total = message.size() + PacketHeader::bytes_min;
    if (total > plain_bytes_max_) [[unlikely]]
        return push_apart(message);
    auto const place = message.push(PacketHeader::bytes_min);
    if (place.is_error()) {
        message.clear();
        return NetworkError{NetworkError::exhausted};
    }
    u8* const header = place.value();
    u16 const id = ip_.next_id();
    __builtin_memcpy(header, header_, PacketHeader::bytes_min); // by as few words as it has
    store_big_endian_u16(header + PacketHeader::total_length, static_cast<u16>(total));
    store_big_endian_u16(header + PacketHeader::identification, id);
    Checksum checksum;
    checksum.add_folded(sum_);
    checksum.add(static_cast<u16>(total));
    checksum.add(id);
    checksum.store(header + PacketHeader::checksum);
    ++ip_.counts_.sent;
    return attachment_.send(neighbour(), message);
}

/// What has options, or does not go in one packet.
Result<void, NetworkError> PacketSession::push_apart(Message& message) {
    PacketOptions options = options_;
    options.record(static_cast<u32>(participants_.local), ip_.alarms->now_ns());
    u8 header[PacketHeader::bytes_max];
    u32 const header_bytes = PacketHeader::bytes_min + options.padded_bytes();
    u32 const total = message.size() + header_bytes;
    memcpy(header, header_, sizeof header_);
    header[0] = PacketHeader::first_byte(header_bytes);
    options.write(header + sizeof header_);
    store_big_endian_u16(header + PacketHeader::identification, ip_.next_id());
    Routes::Hop const hop{neighbour(), attachment_index_};
    if (total <= attachment_.mtu()) {
        ++ip_.counts_.sent;
        return ip_.send_with_header(hop, header, message);
    }
    if (total <= packet_bytes_max && !is_kept_whole_)
        return ip_.send_in_fragments(hop, header, message);
    message.clear();
    return NetworkError{NetworkError::too_long};
}

void PacketSession::release() {
    if (is_listening_) ip_.uppers_.remove(participants_);
    ip_.open_.lock()->remove(*this);
    ip_.allocator->free(address_of(this));
}

} // namespace flat::net::ip

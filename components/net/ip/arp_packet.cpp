// SPDX-License-Identifier: BSD-2-Clause
// Packets of ARP for Ethernet and IPv4.
#include <net/ip/arp_packet.hpp>

#include <core/bytes/big_endian.hpp>

namespace flat::net::ip {

namespace {

/// Hardware type 1, protocol 0x800, addresses of 6 and of 4 bytes.
constexpr u32 hardware_and_protocol = 0x0001'0800;
constexpr u16 lengths = 0x0604;

} // namespace

Maybe<ArpPacket> read_arp_packet(Message const& message) {
    u8 scratch[ArpPacket::bytes];
    u8 const* const place = message.peek(ArpPacket::bytes, scratch);
    if (!place || load_big_endian(place) != hardware_and_protocol ||
        load_big_endian_u16(place + 4) != lengths)
        return nothing;
    return ArpPacket{
        .operation = load_big_endian_u16(place + 6),
        .sender_hardware = load_big_endian_u48(place + 8),
        .sender = load_big_endian(place + 14),
        .target_hardware = load_big_endian_u48(place + 18),
        .target = load_big_endian(place + 24),
    };
}

Result<void, memory::MemoryError> ArpPacket::write(Message& message) const {
    u8* const place = TRY(message.extend(bytes));
    store_big_endian(place, hardware_and_protocol);
    store_big_endian_u16(place + 4, lengths);
    store_big_endian_u16(place + 6, operation);
    store_big_endian_u48(place + 8, sender_hardware);
    store_big_endian(place + 14, sender);
    store_big_endian_u48(place + 18, target_hardware);
    store_big_endian(place + 24, target);
    return {};
}

} // namespace flat::net::ip

// SPDX-License-Identifier: BSD-2-Clause
// The headers of a frame that has come.
#include <router/planp/packet.hpp>

namespace flat::router::planp {

namespace {

constexpr u16 type_arp = 0x806;
constexpr u16 type_ip = 0x800;
constexpr u8 protocol_icmp = 1;
constexpr u8 protocol_tcp = 6;
constexpr u8 protocol_udp = 17;
constexpr u16 fragment_offset_mask = 0x1fff;

} // namespace

bool Packet::read(Message const& frame, u8 (&scratch)[headers_bytes_max]) {
    u32 const ether = bytes_min(Header::ether);
    if (frame.size() < ether) return false;
    u32 const size = frame.size() < headers_bytes_max ? frame.size() : headers_bytes_max;
    places[0] = frame.peek(size, scratch);
    ends[0] = ether;
    places[1] = places[0] + ether;
    u16 const type = load_big_endian_u16(places[0] + 12);
    if (type == type_arp && size >= ether + bytes_min(Header::arp) &&
        load_big_endian(places[1]) == arp_of_ip_over_ethernet &&
        load_big_endian_u16(places[1] + 4) == arp_lengths) {
        innermost = Header::arp;
        ends[1] = ether + bytes_min(Header::arp);
    }
    if (type == type_ip && size >= ether + bytes_min(Header::ip)) {
        u8 const* const ip = places[1];
        u32 const length = load_big_endian_u16(ip + 2);
        u32 const header = bytes_of(Header::ip, ip);
        bool const is_whole = ip[0] >> 4 == 4 && header >= bytes_min(Header::ip) &&
                              length >= header && ether + length <= frame.size();
        if (!is_whole) return true;
        innermost = Header::ip;
        ends[1] = ether + header;
        read_inner(min(size, ether + length));
    }
    return true;
}

/// The header in a packet of IPv4, of which `size` bytes of the frame can be looked at; the first
/// fragment of several has one.
void Packet::read_inner(u32 size) {
    u8 const* const ip = places[1];
    if ((load_big_endian_u16(ip + 6) & fragment_offset_mask) != 0) return;
    Header inner = Header::icmp;
    if (ip[9] == protocol_udp)
        inner = Header::udp;
    else if (ip[9] == protocol_tcp)
        inner = Header::tcp;
    else if (ip[9] != protocol_icmp)
        return;
    if (size < ends[1] + bytes_min(inner)) return;
    u8 const* const place = places[0] + ends[1];
    u32 const bytes = bytes_of(inner, place);
    if (bytes < bytes_min(inner) || size < ends[1] + bytes) return;
    innermost = inner;
    places[2] = place;
    ends[2] = ends[1] + bytes;
}

} // namespace flat::router::planp

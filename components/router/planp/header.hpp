// SPDX-License-Identifier: BSD-2-Clause
// The headers of packets: sizes, what is below what, checksums that follow changes.
#pragma once

#include <core/bytes/big_endian.hpp>
#include <core/bytes/little_endian.hpp>
#include <router/planp/form.hpp>

namespace flat::router::planp {

/// The most bytes of all headers of a packet: Ethernet's, IPv4's and TCP's with options.
inline constexpr u32 headers_bytes_max = 14 + 60 + 60;

/// Bytes of memory for one header.
inline constexpr u32 slot_bytes = 64;

/// What all ARP for IPv4 over Ethernet begins with (RFC 826): kinds of addresses, and their
/// lengths.
inline constexpr u32 arp_of_ip_over_ethernet = 0x00010800;
inline constexpr u16 arp_lengths = 0x0604;

/// What all headers of a kind have, without options.
constexpr u32 bytes_min(Header header) {
    constexpr u8 bytes[headers] = {14, 28, 20, 8, 8, 20};
    return bytes[u32(header)];
}

/// The header before this one; Ethernet's is its own.
constexpr Header parent_of(Header header) {
    if (header == Header::ether || header == Header::arp || header == Header::ip)
        return Header::ether;
    return Header::ip;
}

/// How many headers a packet has whose innermost is this one.
constexpr u32 depth_of(Header header) {
    if (header == Header::ether) return 1;
    return parent_of(header) == Header::ether ? 2 : 3;
}

/// The header at a place of such a packet, 0 the outermost.
constexpr Header header_at(Header innermost, u32 place) {
    if (place + 1 == depth_of(innermost)) return innermost;
    return place == 0 ? Header::ether : parent_of(innermost);
}

/// The bytes of a header with its options: at most 60, whatever is in it.
constexpr u32 bytes_of(Header header, u8 const* bytes) {
    if (header == Header::ip) return (bytes[0] & 15) * 4;
    if (header == Header::tcp) return (bytes[12] >> 4) * 4;
    return bytes_min(header);
}

/// Where a header's checksum is; 0 if it has none.
constexpr u32 checksum_offset(Header header) {
    constexpr u8 offsets[headers] = {0, 0, 10, 2, 6, 16};
    return offsets[u32(header)];
}

/// Whether a program may write these bytes: not those that say how long the header is, nor the
/// checksum, which follows by itself.
constexpr bool may_write(Header header, u32 offset, u32 width) {
    u32 const end = offset + width;
    u32 const checksum = checksum_offset(header);
    if (end > bytes_min(header)) return false;
    if (checksum != 0 && offset < checksum + 2 && end > checksum) return false;
    if (header == Header::ip && offset == 0) return false;
    return header != Header::tcp || offset > 12 || end <= 12;
}

/// The sum of words of 16 bits that checksums are made of (RFC 1071), of up to 64 KB, beginning
/// with what was summed up before.
inline u32 sum_of(u8 const* bytes, u32 size, u32 begin = 0) {
    u64 sum = 0;
    for (; size >= sizeof(u64); size -= sizeof(u64), bytes += sizeof(u64)) {
        u64 const word = load_little_endian_u64(bytes); // in any order (RFC 1071, section 2, B)
        sum += (word & 0xffff'ffff) + (word >> 32);
    }
    sum = (sum & 0xffff'ffff) + (sum >> 32);
    u32 const wide = static_cast<u32>((sum & 0xffff) + (sum >> 16));
    u32 const words = (wide & 0xffff) + (wide >> 16);
    u32 total = begin + ((words & 0xff) << 8) + (words >> 8);
    for (u32 i = 0; i < size; ++i)
        total += u32{bytes[i]} << (i % 2 == 0 ? 8 : 0);
    return total;
}

/// The same in 16 bits.
constexpr u16 folded(u32 sum) {
    sum = (sum & 0xffff) + (sum >> 16);
    return static_cast<u16>((sum & 0xffff) + (sum >> 16));
}

/// Brings a header's checksum up to date after 16 bits of what it sums up have changed (RFC 1624,
/// equation 3). A datagram of UDP without a checksum stays so.
inline void update_checksum(Header header, u8* bytes, u16 before, u16 after) {
    u32 const offset = checksum_offset(header);
    if (offset == 0) return;
    u16 const old = load_big_endian_u16(bytes + offset);
    if (header == Header::udp && old == 0) return;
    u16 const checksum = static_cast<u16>(~folded(u32(u16(~old)) + u16(~before) + after));
    store_big_endian_u16(bytes + offset,
                         header == Header::udp && checksum == 0 ? 0xffff : checksum);
}

} // namespace flat::router::planp

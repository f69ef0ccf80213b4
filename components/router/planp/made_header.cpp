// SPDX-License-Identifier: BSD-2-Clause
// The headers that programs make.
#include <router/planp/made_header.hpp>

#include <core/memory.hpp>

namespace flat::router::planp {

namespace {

constexpr u16 ip_version_and_length = 0x4500;
constexpr u16 ip_is_not_cut = 0x4000;
constexpr u8 tcp_length = 0x50;

/// Of the header itself, with the addresses that it does not have.
void sum_up(Header header, u64 const* numbers, u8* bytes, u16 content, u32 content_bytes) {
    MadeHeader const made = made_header(header);
    u32 sum = sum_of(bytes, bytes_min(header), content);
    if (made.protocol != 0) {
        for (u32 i = made.count - 2u; i < made.count; ++i)
            sum += static_cast<u16>(numbers[i]) + static_cast<u16>(numbers[i] >> 16);
        sum += made.protocol + bytes_min(header) + content_bytes;
    }
    u16 const checksum = static_cast<u16>(~folded(sum));
    bool const is_none = header == Header::udp && checksum == 0;
    store_big_endian_u16(bytes + checksum_offset(header), is_none ? 0xffff : checksum);
}

} // namespace

u64 load_field(u8 const* place, u32 width) {
    if (width == 1) return place[0];
    if (width == 2) return load_big_endian_u16(place);
    if (width == 4) return load_big_endian(place);
    return load_big_endian_u48(place);
}

void store_field(u8* place, u32 width, u64 value) {
    if (width == 1) {
        place[0] = static_cast<u8>(value);
        return;
    }
    if (width == 2) return store_big_endian_u16(place, static_cast<u16>(value));
    if (width == 4) return store_big_endian(place, static_cast<u32>(value));
    store_big_endian_u48(place, value);
}

void write_header(Header header, u64 const* numbers, u8* bytes, u16 content, u32 content_bytes) {
    MadeHeader const made = made_header(header);
    memset(bytes, 0, slot_bytes);
    for (u32 i = 0; i < made.count; ++i)
        if (made.fields[i].width != 0)
            store_field(bytes + made.fields[i].offset, made.fields[i].width, numbers[i]);
    if (header == Header::arp) {
        store_big_endian(bytes, arp_of_ip_over_ethernet);
        store_big_endian_u16(bytes + 4, arp_lengths);
    }
    if (header == Header::ip) {
        store_big_endian_u16(bytes, ip_version_and_length);
        store_big_endian_u16(bytes + 6, ip_is_not_cut);
        u32 const length = bytes_min(header) + load_big_endian_u16(bytes + 2);
        store_big_endian_u16(bytes + 2, static_cast<u16>(length));
    }
    if (header == Header::udp)
        store_big_endian_u16(bytes + 4, static_cast<u16>(bytes_min(header) + content_bytes));
    if (header == Header::tcp) bytes[12] = tcp_length;
    if (checksum_offset(header) != 0) sum_up(header, numbers, bytes, content, content_bytes);
}

} // namespace flat::router::planp

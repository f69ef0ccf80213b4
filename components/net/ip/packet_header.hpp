// SPDX-License-Identifier: BSD-2-Clause
// The header of IPv4.
#pragma once

#include <core/bytes/big_endian.hpp>
#include <core/span.hpp>
#include <core/types.hpp>
#include <net/internet_address.hpp>

namespace flat::net::ip {

/// What a header says (RFC 791, section 3.1).
struct PacketHeader {
    static constexpr u8 version = 4;
    static constexpr u32 bytes_min = 20;
    static constexpr u32 bytes_max = 60;
    static constexpr u16 dont_fragment = 0x4000;
    static constexpr u16 more_fragments = 0x2000;
    static constexpr u16 offset_mask = 0x1fff;

    /// Where its fields are.
    enum Offset : u32 {
        service = 1,
        total_length = 2,
        identification = 4,
        fragment = 6,
        lifetime = 8,
        protocol = 9,
        checksum = 10,
        source = 12,
        destination = 16
    };

    u32 header_bytes;
    u32 total_bytes;
    u16 id;
    u16 fragment_field;
    u8 ttl;
    u8 user;
    u32 from;
    u32 to;

    /// What begins a header of so many bytes: the version, and its length in words.
    static constexpr u8 first_byte(u32 header_bytes) {
        return static_cast<u8>(version << 4 | header_bytes / 4);
    }

    /// Reads the first `bytes_min` bytes, whatever they are.
    static PacketHeader read(u8 const* bytes) {
        return {
            .header_bytes = bytes[0] % 16 * 4u,
            .total_bytes = load_big_endian_u16(bytes + total_length),
            .id = load_big_endian_u16(bytes + identification),
            .fragment_field = load_big_endian_u16(bytes + fragment),
            .ttl = bytes[lifetime],
            .user = bytes[protocol],
            .from = load_big_endian(bytes + source),
            .to = load_big_endian(bytes + destination),
        };
    }

    bool is_fragment() const { return (fragment_field & (more_fragments | offset_mask)) != 0; }
    bool is_last() const { return (fragment_field & more_fragments) == 0; }
    bool is_whole() const { return (fragment_field & dont_fragment) != 0; }
    u32 offset_bytes() const { return (fragment_field & offset_mask) * 8u; }
    u32 payload_bytes() const { return total_bytes - header_bytes; }
};

} // namespace flat::net::ip

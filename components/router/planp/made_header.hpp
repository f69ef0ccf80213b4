// SPDX-License-Identifier: BSD-2-Clause
// The headers that programs make.
#pragma once

#include <router/planp/header.hpp>

namespace flat::router::planp {

/// What a new header is made from: numbers, which become its fields in this order.
struct MadeHeader {
    struct Field {
        u8 offset;
        u8 width; // 0: an address of IPv4 that the header does not have, for its checksum
    };
    u8 count;
    bool has_content; // its checksum sums up what follows it
    u8 protocol;      // of IPv4, if the checksum has addresses
    Field fields[8];
};

constexpr MadeHeader made_header(Header header) {
    constexpr MadeHeader made[headers] = {
        {3, false, 0, {{0, 6}, {6, 6}, {12, 2}}},
        {5, false, 0, {{6, 2}, {8, 6}, {14, 4}, {18, 6}, {24, 4}}},
        {5, false, 0, {{12, 4}, {16, 4}, {9, 1}, {8, 1}, {2, 2}}},
        {4, true, 0, {{0, 1}, {1, 1}, {4, 2}, {6, 2}}},
        {4, true, 17, {{0, 2}, {2, 2}, {0, 0}, {0, 0}}},
        {8, true, 6, {{0, 2}, {2, 2}, {4, 4}, {8, 4}, {13, 1}, {14, 2}, {0, 0}, {0, 0}}}};
    return made[u32(header)];
}

/// Reads a number of a header.
u64 load_field(u8 const* place, u32 width);

/// Writes one, cut to its width.
void store_field(u8* place, u32 width, u64 value);

/// Writes a header from its numbers; its memory has `slot_bytes`. `content` is the sum of the
/// `content_bytes` that follow it. What is not among the numbers is 0, but for what all ARP for
/// IPv4 over Ethernet has (RFC 826), versions, lengths, and that IPv4 is not to be cut (RFC 6864).
void write_header(Header header, u64 const* numbers, u8* bytes, u16 content, u32 content_bytes);

} // namespace flat::router::planp

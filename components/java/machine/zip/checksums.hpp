// SPDX-License-Identifier: BSD-2-Clause
// Checksums of compressed data: CRC-32 and Adler-32 (RFC 1952, section 8; RFC 1950, section 9).
#pragma once

#include <core/bytes/crc32.hpp>

namespace flat::java {

/// Grows a CRC-32 by bytes; that of nothing is 0.
inline u32 grow_crc32(u32 crc, Span<u8 const> bytes) {
    struct Table {
        constexpr Table() {
            for (u32 i = 0; i < 256; ++i)
                entries[i] = crc32_after_byte(i);
        }
        u32 entries[256] = {};
    };
    static constexpr Table table;
    crc = ~crc;
    for (u8 const each : bytes)
        crc = (crc >> 8) ^ table.entries[(crc ^ each) & 0xff];
    return ~crc;
}

/// Grows an Adler-32 by bytes; that of nothing is 1.
inline u32 grow_adler32(u32 adler, Span<u8 const> bytes) {
    constexpr u32 modulus = 65521;
    constexpr u32 sums_max = 5552; // bytes after which a sum still has 32 bits
    u32 low = adler & 0xffff;
    u32 high = adler >> 16;
    u32 left = sums_max;
    for (u8 const each : bytes) {
        low += each;
        high += low;
        if (--left > 0) continue;
        low %= modulus;
        high %= modulus;
        left = sums_max;
    }
    return high % modulus << 16 | low % modulus;
}

} // namespace flat::java

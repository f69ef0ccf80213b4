// SPDX-License-Identifier: BSD-2-Clause
// The checksum of ISO 3309 that GPT and many files have: polynomial 0x04c11db7, bits reflected.
#pragma once

#include <core/span.hpp>

namespace flat {

/// What becomes of a remainder when eight more bits follow.
constexpr u32 crc32_after_byte(u32 rest) {
    for (u32 bit = 0; bit < 8; ++bit)
        rest = (rest >> 1) ^ (rest & 1 ? 0xedb8'8320 : 0);
    return rest;
}

/// Grows byte by byte; slow, and without a table.
class Crc32 {
public:
    void add(Span<u8 const> bytes) {
        for (u8 const each : bytes)
            rest_ = crc32_after_byte(rest_ ^ each);
    }

    u32 value() const { return ~rest_; }

private:
    u32 rest_ = ~u32(0);
};

} // namespace flat

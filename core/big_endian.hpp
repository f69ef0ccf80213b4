// SPDX-License-Identifier: BSD-2-Clause
// Numbers in the byte order of networks: the most significant byte first.
#pragma once

#include <core/types.hpp>

namespace flat {

/// The number in four bytes, wherever they lie.
constexpr u32 load_big_endian(u8 const* bytes) {
    return u32(bytes[0]) << 24 | u32(bytes[1]) << 16 | u32(bytes[2]) << 8 | u32(bytes[3]);
}

/// Writes a number into four bytes, wherever they lie.
constexpr void store_big_endian(u8* bytes, u32 value) {
    bytes[0] = static_cast<u8>(value >> 24);
    bytes[1] = static_cast<u8>(value >> 16);
    bytes[2] = static_cast<u8>(value >> 8);
    bytes[3] = static_cast<u8>(value);
}

} // namespace flat

// SPDX-License-Identifier: BSD-2-Clause
// Numbers in the byte order of PCs and their disks: the least significant byte first.
#pragma once

#include <core/types.hpp>

namespace flat {

/// The number in two bytes, wherever they lie.
constexpr u16 load_little_endian_u16(u8 const* bytes) {
    return static_cast<u16>(bytes[0] | bytes[1] << 8);
}

/// The number in four bytes.
constexpr u32 load_little_endian_u32(u8 const* bytes) {
    return u32(bytes[0]) | u32(bytes[1]) << 8 | u32(bytes[2]) << 16 | u32(bytes[3]) << 24;
}

/// The number in eight bytes.
constexpr u64 load_little_endian_u64(u8 const* bytes) {
    return u64(load_little_endian_u32(bytes + 4)) << 32 | load_little_endian_u32(bytes);
}

/// Writes a number to two bytes.
constexpr void store_little_endian_u16(u8* bytes, u16 value) {
    bytes[0] = static_cast<u8>(value);
    bytes[1] = static_cast<u8>(value >> 8);
}

/// Writes a number to four bytes.
constexpr void store_little_endian_u32(u8* bytes, u32 value) {
    store_little_endian_u16(bytes, static_cast<u16>(value));
    store_little_endian_u16(bytes + 2, static_cast<u16>(value >> 16));
}

} // namespace flat

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

/// The number in two bytes.
constexpr u16 load_big_endian_u16(u8 const* bytes) {
    return static_cast<u16>(bytes[0] << 8 | bytes[1]);
}

/// Writes a number into two bytes.
constexpr void store_big_endian_u16(u8* bytes, u16 value) {
    bytes[0] = static_cast<u8>(value >> 8);
    bytes[1] = static_cast<u8>(value);
}

/// The number in six bytes, a hardware address.
constexpr u64 load_big_endian_u48(u8 const* bytes) {
    return u64(load_big_endian_u16(bytes)) << 32 | load_big_endian(bytes + 2);
}

/// Writes a number into six bytes.
constexpr void store_big_endian_u48(u8* bytes, u64 value) {
    store_big_endian_u16(bytes, static_cast<u16>(value >> 32));
    store_big_endian(bytes + 2, static_cast<u32>(value));
}

} // namespace flat

// SPDX-License-Identifier: BSD-2-Clause
// Numbers in the byte order of networks: the most significant byte first.
#pragma once

#include <core/types.hpp>

namespace flat {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers are stored as they are sent");

/// Numbers wherever they lie: one access each, and one instruction that exchanges the bytes.
/// Written byte by byte, compilers see that in simple places only.
using U16Anywhere [[gnu::aligned(1), gnu::may_alias]] = u16;
using U32Anywhere [[gnu::aligned(1), gnu::may_alias]] = u32;

/// The number in four bytes, wherever they lie.
inline u32 load_big_endian(u8 const* bytes) {
    return __builtin_bswap32(*reinterpret_cast<U32Anywhere const*>(bytes));
}

/// Writes a number into four bytes, wherever they lie.
inline void store_big_endian(u8* bytes, u32 value) {
    *reinterpret_cast<U32Anywhere*>(bytes) = __builtin_bswap32(value);
}

/// The number in two bytes.
inline u16 load_big_endian_u16(u8 const* bytes) {
    return __builtin_bswap16(*reinterpret_cast<U16Anywhere const*>(bytes));
}

/// Writes a number into two bytes.
inline void store_big_endian_u16(u8* bytes, u16 value) {
    *reinterpret_cast<U16Anywhere*>(bytes) = __builtin_bswap16(value);
}

/// The number in six bytes, a hardware address.
inline u64 load_big_endian_u48(u8 const* bytes) {
    return u64{load_big_endian_u16(bytes)} << 32 | load_big_endian(bytes + 2);
}

/// Writes a number into six bytes.
inline void store_big_endian_u48(u8* bytes, u64 value) {
    store_big_endian_u16(bytes, static_cast<u16>(value >> 32));
    store_big_endian(bytes + 2, static_cast<u32>(value));
}

} // namespace flat

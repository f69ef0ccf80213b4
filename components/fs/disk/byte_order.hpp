// SPDX-License-Identifier: BSD-2-Clause
// Numbers of a disk whose byte order is known only when it is mounted.
#pragma once

#include <core/types.hpp>

namespace flat::fs {

/// One of both orders; that of most disks if nothing is said.
class ByteOrder {
public:
    constexpr ByteOrder() = default;
    constexpr explicit ByteOrder(bool is_big_endian) : is_big_endian_(is_big_endian) {}

    bool is_big_endian() const { return is_big_endian_; }

    /// The number of type `T`, which has no sign, wherever its bytes lie.
    template<class T>
    T load(u8 const* bytes) const {
        T value = 0;
        for (u32 i = 0; i < sizeof(T); ++i)
            value = static_cast<T>(value | static_cast<T>(bytes[place_of<T>(i)]) << 8 * i);
        return value;
    }

    /// Writes a number into as many bytes as it has.
    template<class T>
    void store(u8* bytes, T value) const {
        for (u32 i = 0; i < sizeof(T); ++i)
            bytes[place_of<T>(i)] = static_cast<u8>(value >> 8 * i);
    }

private:
    /// Where the byte lies that counts 256 to the power of `i`.
    template<class T>
    u32 place_of(u32 i) const {
        return is_big_endian_ ? static_cast<u32>(sizeof(T)) - 1 - i : i;
    }

    bool is_big_endian_ = false;
};

} // namespace flat::fs

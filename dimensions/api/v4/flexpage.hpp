// SPDX-License-Identifier: BSD-2-Clause
// Flexpages (L4 X.2, section 4.1): naturally aligned regions of 2^s bytes with access rights.
#pragma once

#include <core/types.hpp>

namespace flat::api {

/// The largest UTCB area: 1024 threads.
inline constexpr u32 utcb_area_log2_max = 20;

/// A region of virtual memory: base, size and rights in one word.
class Flexpage {
public:
    static constexpr u32 execute = 1;
    static constexpr u32 write = 2;
    static constexpr u32 read = 4;

    constexpr explicit Flexpage(u64 raw) : raw_(raw) {}

    constexpr bool is_nil() const { return raw_ == 0; }
    constexpr bool is_whole_space() const { return size_log2_field() == 1 && base_field() == 0; }
    /// Logarithm of the size in bytes; the whole space counts as 2^64.
    constexpr u32 size_log2() const { return is_whole_space() ? 64 : size_log2_field(); }
    constexpr u32 rights() const { return raw_ & 7; }
    constexpr u64 base() const { return is_whole_space() ? 0 : raw_ & ~mask(); }
    /// At least a page, no more than an address has bits, and within the lower half.
    constexpr bool is_user_region() const {
        if (is_whole_space()) return true;
        u32 const log2 = size_log2_field();
        return log2 >= 12 && log2 <= user_log2 && (base() >> user_log2) == 0;
    }
    /// Whether [address, address + bytes) lies inside.
    constexpr bool contains(u64 address, u64 bytes) const {
        return is_whole_space() || (address >= base() && address - base() <= mask() + 1 - bytes);
    }
    constexpr bool overlaps(Flexpage other) const {
        if (is_nil() || other.is_nil()) return false;
        return contains(other.base(), 1) || other.contains(base(), 1);
    }

private:
    static constexpr u32 user_log2 = 47;

    constexpr u32 size_log2_field() const { return raw_ >> 4 & 0x3f; }
    constexpr u64 base_field() const { return raw_ >> 10; }
    constexpr u64 mask() const { return (u64{1} << size_log2_field()) - 1; }

    u64 raw_;
};

} // namespace flat::api

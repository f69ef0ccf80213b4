// SPDX-License-Identifier: BSD-2-Clause
// Sequence numbers of TCP, which wrap around.
#pragma once

#include <core/types.hpp>

namespace flat::net::tcp {

/// How far `a` is after `b`: negative if it is before (RFC 9293, section 3.4).
constexpr i32 distance(u32 a, u32 b) {
    return static_cast<i32>(a - b);
}

constexpr bool is_before(u32 a, u32 b) {
    return distance(a, b) < 0;
}

constexpr bool is_after(u32 a, u32 b) {
    return distance(a, b) > 0;
}

/// The later of two numbers.
constexpr u32 later(u32 a, u32 b) {
    return is_after(a, b) ? a : b;
}

/// The numbers from `begin` on that precede `end`.
struct Range {
    u32 begin;
    u32 end;

    bool is_empty() const { return begin == end; }
    bool operator==(Range const&) const = default;
};

} // namespace flat::net::tcp

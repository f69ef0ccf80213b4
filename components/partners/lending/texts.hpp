// SPDX-License-Identifier: BSD-2-Clause
// What clients put into buffers and beside them, and how it is recognised.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::partners::lending {

/// What a client has beside its buffers; nothing else of the kernel's and the domains' is full of
/// it.
inline constexpr u8 secret = 0xa5;

/// FNV-1a (Fowler, Noll, Vo).
inline u64 hash_of(Span<u8 const> text) {
    u64 hash = 0xcbf2'9ce4'8422'2325;
    for (u8 const each : text)
        hash = (hash ^ each) * 0x100'0000'01b3;
    return hash;
}

} // namespace flat::partners::lending

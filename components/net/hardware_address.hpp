// SPDX-License-Identifier: BSD-2-Clause
// Addresses of network cards.
#pragma once

#include <core/types.hpp>

namespace flat::net {

/// The address of all cards at a cable.
inline constexpr u64 all_cards = 0xffff'ffff'ffff;

/// Whether an address is that of many cards, all included (IEEE 802, section 8.2.2).
constexpr bool is_group_address(u64 address) {
    return (address >> 40 & 1) != 0;
}

} // namespace flat::net

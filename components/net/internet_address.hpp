// SPDX-License-Identifier: BSD-2-Clause
// What addresses of IPv4 mean.
#pragma once

#include <core/types.hpp>

namespace flat::net {

/// Addresses that mean more than one host (RFC 1122, section 3.2.1.3).
constexpr u32 limited_broadcast = 0xffff'ffff;
constexpr bool is_multicast(u32 address) {
    return address >> 28 == 0xe;
}
constexpr bool is_loopback_address(u32 address) {
    return address >> 24 == 127;
}

/// The mask of a prefix.
constexpr u32 mask_of(u32 prefix_bits) {
    return prefix_bits == 0 ? 0 : ~u32(0) << (32 - prefix_bits);
}

/// Whether a host can have an address in a network with this prefix: not the first there, nor the
/// last, which means all.
constexpr bool is_host_address(u32 address, u32 prefix_bits) {
    u32 const host_bits = ~mask_of(prefix_bits);
    return prefix_bits >= 1 && prefix_bits <= 30 && (address & host_bits) != 0 &&
           (address & host_bits) != host_bits && address >> 24 != 0 && address >> 28 < 0xe &&
           !is_loopback_address(address);
}

/// Whether another host is in the network of this address, so that it can forward packets.
constexpr bool is_neighbour(u32 host, u32 address, u32 prefix_bits) {
    return host != address && ((host ^ address) & mask_of(prefix_bits)) == 0;
}

} // namespace flat::net

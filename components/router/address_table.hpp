// SPDX-License-Identifier: BSD-2-Clause
// Which hardware address is behind which port of a bridge.
#pragma once

#include <core/maybe.hpp>
#include <core/types.hpp>

namespace flat::router {

/// Addresses that were seen (IEEE 802.1D, section 7.9, without ageing): a table of fixed size, in
/// sets of four. In a full set a new address replaces the one that was learned longest ago, so that
/// forged senders make a bridge flood, and take no memory.
class AddressTable {
public:
    static constexpr u32 sets = 256;
    static constexpr u32 ways = 4;

    /// Notes that `address` is behind `port`, below 2^16 - 1.
    void learn(u64 address, u32 port) {
        u64 const entry = entry_of(address, port);
        Set& set = sets_[index_of(address)];
        for (u64& each : set.entries) {
            if (each == entry) [[likely]]
                return;
            if (is_of(each, address)) {
                each = entry;
                return;
            }
        }
        set.entries[set.oldest++ % ways] = entry;
    }

    /// The port that `address` is behind, if it is known.
    Maybe<u32> find(u64 address) const {
        for (u64 const each : sets_[index_of(address)].entries)
            if (is_of(each, address)) return static_cast<u32>(each & port_mask) - 1;
        return nothing;
    }

private:
    static constexpr u32 port_bits = 16;
    static constexpr u64 port_mask = (u64{1} << port_bits) - 1;
    static constexpr u64 multiplier = 0x9e37'79b9'7f4a'7c15; // Knuth's: 2^64 by the golden ratio

    struct Set {
        u64 entries[ways]; // an address, and its port and one; 0 is no entry
        u32 oldest;
    };

    static u64 entry_of(u64 address, u32 port) { return address << port_bits | (port + 1); }

    /// Whether an entry differs from the address by a port alone, and has one.
    static bool is_of(u64 entry, u64 address) {
        return (entry ^ address << port_bits) - 1 < port_mask;
    }
    static u32 index_of(u64 address) { return static_cast<u32>(address * multiplier >> 56); }

    Set sets_[sets] = {};
};

} // namespace flat::router

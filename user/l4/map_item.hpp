// SPDX-License-Identifier: BSD-2-Clause
// Map items of L4 X.2 (reference manual, section 5.2): memory that travels in a message.
#pragma once

#include <l4/fpage.hpp>

namespace l4 {

/// Two message words that map a region of the sender's address space into the receiver's.
///
/// Where the region and the receiver's window differ in size, the smaller one counts, and
/// `send_base` says which part of the larger one is meant.
class MapItem {
public:
    constexpr MapItem(Fpage region, Word send_base)
        : descriptor_((send_base & ~Word{0x3ff}) | map_type), region_(region) {}

    /// Nothing is mapped: how sigma0 and pagers refuse.
    static constexpr MapItem refusal() { return {Fpage::nil(), 0}; }

    constexpr Word descriptor() const { return descriptor_; }
    constexpr Word send_base() const { return descriptor_ & ~Word{0x3ff}; }
    constexpr Fpage region() const { return region_; }

private:
    static constexpr Word map_type = 0x8;

    Word descriptor_;
    Fpage region_;
};

} // namespace l4

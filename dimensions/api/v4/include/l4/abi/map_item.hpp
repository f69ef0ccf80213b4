// SPDX-License-Identifier: BSD-2-Clause
// Map items of L4 X.2 (reference manual, section 5.2): memory that travels in a message.
#pragma once

#include <l4/abi/fpage.hpp>

namespace l4 {

/// The first word of a typed item, as a sender wrote it.
class TypedItem {
public:
    constexpr explicit TypedItem(Word raw) : raw_(raw) {}

    /// A map item whose region goes to `send_base` of the larger of both windows.
    static constexpr TypedItem map(Word send_base) {
        return TypedItem{(send_base & ~Word{0x3ff}) | map_kind << 1};
    }

    /// The same, but that the region leaves the sender.
    static constexpr TypedItem grant(Word send_base) {
        return TypedItem{(send_base & ~Word{0x3ff}) | grant_kind << 1};
    }

    constexpr Word raw() const { return raw_; }
    constexpr bool is_map() const { return (raw_ >> 1 & 7) == map_kind; }
    constexpr bool is_grant() const { return (raw_ >> 1 & 7) == grant_kind; }
    /// Where in the larger of both windows the smaller one is placed, in bytes.
    constexpr Word send_base() const { return raw_ & ~Word{0x3ff}; }

private:
    static constexpr Word map_kind = 4;
    static constexpr Word grant_kind = 5;

    Word raw_;
};

/// Two message words that map a region of the sender's address space into the receiver's.
///
/// Where the region and the receiver's window differ in size, the smaller one counts, and
/// `send_base` says which part of the larger one is meant.
class MapItem {
public:
    constexpr MapItem(Fpage region, Word send_base)
        : descriptor_(TypedItem::map(send_base)), region_(region) {}

    /// The region leaves the sender's address space, and is the receiver's instead.
    static constexpr MapItem grant(Fpage region, Word send_base) {
        MapItem item(region, send_base);
        item.descriptor_ = TypedItem::grant(send_base);
        return item;
    }

    /// Nothing is mapped: how sigma0 and pagers refuse.
    static constexpr MapItem refusal() { return {Fpage::nil(), 0}; }

    constexpr Word descriptor() const { return descriptor_.raw(); }
    constexpr Word send_base() const { return descriptor_.send_base(); }
    constexpr Fpage region() const { return region_; }

private:
    TypedItem descriptor_;
    Fpage region_;
};

} // namespace l4

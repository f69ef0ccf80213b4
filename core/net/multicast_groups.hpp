// SPDX-License-Identifier: BSD-2-Clause
// The multicast groups that a card is to receive frames to.
#pragma once

#include <core/result.hpp>
#include <core/span.hpp>
#include <core/types.hpp>
#include <flat/net/link_error.hpp>

namespace flat {

/// Hardware addresses as they go over the wire, the most significant byte first.
inline constexpr u32 hardware_address_bytes = 6;

inline void store_hardware_address(u8* bytes, u64 address) {
    for (u32 i = 0; i < hardware_address_bytes; ++i)
        bytes[i] = static_cast<u8>(address >> 8 * (hardware_address_bytes - 1 - i));
}

constexpr u64 load_hardware_address(u8 const* bytes) {
    u64 address = 0;
    for (u32 i = 0; i < hardware_address_bytes; ++i)
        address = address << 8 | bytes[i];
    return address;
}

/// Whether an address is a group's, the broadcast address among them.
constexpr bool is_group_address(u64 address) {
    return address >> 40 & 1;
}

/// Groups, each with how often it was joined.
class MulticastGroups {
public:
    static constexpr u32 size_max = 14; // what the filters of all cards have room for

    /// Counts one joining; tells whether the group is new.
    Result<bool, net::LinkError> join(u64 group) {
        if (!is_group_address(group)) return net::LinkError{net::LinkError::unsupported};
        if (u32* const count = count_of(group)) {
            ++*count;
            return false;
        }
        if (size_ == size_max) return net::LinkError{net::LinkError::full};
        groups_[size_] = group;
        counts_[size_++] = 1;
        return true;
    }

    /// Ends one joining; tells whether it was the last.
    bool leave(u64 group) {
        u32* const count = count_of(group);
        if (!count || --*count > 0) return false;
        auto const place = static_cast<u32>(count - counts_);
        groups_[place] = groups_[--size_];
        counts_[place] = counts_[size_];
        return true;
    }

    /// Whether a group is joined.
    bool has(u64 group) const {
        for (u64 const each : all())
            if (each == group) return true;
        return false;
    }

    Span<u64 const> all() const { return Span<u64 const>(groups_, size_); }

private:
    u32* count_of(u64 group) {
        for (u32 i = 0; i < size_; ++i)
            if (groups_[i] == group) return &counts_[i];
        return nullptr;
    }

    u64 groups_[size_max];
    u32 counts_[size_max];
    u32 size_ = 0;
};

} // namespace flat

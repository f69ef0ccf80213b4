// SPDX-License-Identifier: BSD-2-Clause
// Addresses of hosts that servers have reported, for as long as they may be remembered.
#pragma once

#include <core/maybe.hpp>
#include <net/dns/domain_name.hpp>

namespace flat::net::dns {

/// A few names with their addresses. When there is no room, what would be forgotten next makes it.
class AddressCache {
public:
    /// A name that is remembered; no name is of no bytes, so that an unused place is none's.
    struct Entry {
        DomainName name;
        u32 address = 0;
        u64 end_ns = 0;
    };

    AddressCache() = default;
    explicit AddressCache(Span<Entry> entries) : entries_(entries) {}

    /// The address of a name, if it is known at this time.
    Maybe<u32> find(DomainName const& name, u64 now_ns) const;

    /// Remembers the address of a name until then.
    void add(DomainName const& name, u32 address, u64 end_ns);

private:
    Span<Entry> entries_;
};

} // namespace flat::net::dns

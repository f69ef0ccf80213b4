// SPDX-License-Identifier: BSD-2-Clause
// Addresses of hosts that servers have reported, for as long as they may be remembered.
#include <net/dns/address_cache.hpp>

namespace flat::net::dns {

Maybe<u32> AddressCache::find(DomainName const& name, u64 now_ns) const {
    for (Entry const& each : entries_)
        if (each.end_ns > now_ns && each.name == name) return each.address;
    return nothing;
}

void AddressCache::add(DomainName const& name, u32 address, u64 end_ns) {
    Entry* place = entries_.begin();
    for (Entry& each : entries_) {
        if (each.name == name) {
            place = &each;
            break;
        }
        if (each.end_ns < place->end_ns) place = &each;
    }
    *place = {name, address, end_ns};
}

} // namespace flat::net::dns

// SPDX-License-Identifier: BSD-2-Clause
// What a PVH loader hands over.
#include <arch/start/start_info.hpp>

#include <core/bits.hpp>
#include <core/utility.hpp>

#include <x86_64/page_entry.hpp>

namespace flat::arch {

namespace {

using Kind = MemoryMap::Kind;

/// Where a range begins and ends, whatever it claims.
paddr base_of(FirmwareRange const& range) {
    return min(range.base, MemoryMap::address_limit);
}

paddr end_of(FirmwareRange const& range) {
    return base_of(range) + min(range.size_bytes, MemoryMap::address_limit - base_of(range));
}

bool is_free(FirmwareRange const& range) {
    return range.type == FirmwareRange::usable_ram;
}

bool assign(MemoryMap& map, FirmwareRange const& range) {
    paddr const base = base_of(range);
    paddr const end = end_of(range);
    if (is_free(range))
        return map.assign(align_up(base, domain::page_size), align_down(end, domain::page_size),
                          Kind::free);
    return map.assign(align_down(base, domain::page_size), align_up(end, domain::page_size),
                      Kind::reserved);
}

} // namespace

Maybe<MemoryMap> memory_map_from(Span<FirmwareRange const> ranges) {
    paddr end = domain::page_size;
    for (FirmwareRange const& range : ranges)
        end = max(end, align_up(end_of(range), domain::page_size));
    MemoryMap map;
    bool fits = map.assign(0, end, Kind::reserved);
    for (FirmwareRange const& range : ranges)
        if (is_free(range)) fits &= assign(map, range);
    for (FirmwareRange const& range : ranges)
        if (!is_free(range)) fits &= assign(map, range);
    fits &= map.assign(0, domain::page_size, Kind::reserved);
    if (!fits) return nothing;
    return map;
}

} // namespace flat::arch

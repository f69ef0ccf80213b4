// SPDX-License-Identifier: BSD-2-Clause
// The map of physical memory.
#include <x86_64/memory_map.hpp>

#include <core/utility.hpp>

namespace flat::arch {

bool MemoryMap::assign(paddr base, paddr end, Kind kind) {
    if (base >= end) return true;
    MemoryMap next;
    bool fits = true;
    for (Region const& region : regions())
        fits &= next.append(region.base, min(region.base + region.size_bytes, base), region.kind);
    fits &= next.append(base, end, kind);
    for (Region const& region : regions())
        fits &= next.append(max(region.base, end), region.base + region.size_bytes, region.kind);
    if (fits) *this = next;
    return fits;
}

/// Adds a region after the others, as part of the last one where that is possible.
bool MemoryMap::append(paddr base, paddr end, Kind kind) {
    if (base >= end) return true;
    if (size_ > 0) {
        Region& last = regions_[size_ - 1];
        if (last.kind == kind && last.base + last.size_bytes == base) {
            last.size_bytes += end - base;
            return true;
        }
    }
    if (size_ == capacity) return false;
    regions_[size_++] = Region{base, end - base, kind};
    return true;
}

} // namespace flat::arch

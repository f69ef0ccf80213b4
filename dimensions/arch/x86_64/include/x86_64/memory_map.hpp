// SPDX-License-Identifier: BSD-2-Clause
// The map of physical memory: sorted regions without overlaps.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>
#include <flat/hal/physical_memory.hpp>

#include <machine/physical.hpp>

namespace flat::arch {

/// Built by assigning ranges one over the other; firmware may report them in any order and overlap.
class MemoryMap {
public:
    using Region = hal::PhysicalMemory::Region;
    using Kind = hal::PhysicalMemory::Kind;

    /// More regions than any firmware we know of reports.
    static constexpr usize capacity = 128;

    /// The end of the physical addresses that we can use: what the direct map can hold.
    static constexpr paddr address_limit = direct_map_bytes;

    /// Makes [base, end) be of this kind, whatever it was. False, and nothing changed, if there is
    /// no room for another region.
    [[nodiscard]] bool assign(paddr base, paddr end, Kind kind);

    Span<Region const> regions() const { return Span<Region const>(regions_, size_); }

private:
    [[nodiscard]] bool append(paddr base, paddr end, Kind kind);

    Region regions_[capacity] = {};
    usize size_ = 0;
};

} // namespace flat::arch

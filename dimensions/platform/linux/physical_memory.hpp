// SPDX-License-Identifier: BSD-2-Clause
// An arena of the process as physical memory.
#pragma once

#include <core/utility.hpp>
#include <platform/physical_memory.flat.hpp>

namespace flat::platform {

/// `size_mib` of memory from physical address 1 MiB on, where PCs have theirs. The host provides
/// its pages when they are touched first.
class PhysicalMemory : public PhysicalMemoryComponent, NonCopyable {
public:
    PhysicalMemory(Ports const& ports, Attributes const& attributes);
    ~PhysicalMemory();

    u32 region_count() override { return 1; }
    Region region(u32 index) override;

private:
    static constexpr paddr base = 1 << 20;

    u64 size_bytes() const { return u64(size_mib) << 20; }
};

} // namespace flat::platform

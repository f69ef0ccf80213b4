// SPDX-License-Identifier: BSD-2-Clause
// The memory map that the firmware reported at the start.
#include <platform/physical_memory.hpp>

#include <x86_64/boot_information.hpp>

namespace flat::platform {

u32 PhysicalMemory::region_count() {
    return static_cast<u32>(arch::boot_information().memory.regions().size());
}

hal::PhysicalMemory::Region PhysicalMemory::region(u32 index) {
    return arch::boot_information().memory.regions()[index];
}

} // namespace flat::platform

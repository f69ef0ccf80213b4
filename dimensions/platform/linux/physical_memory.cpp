// SPDX-License-Identifier: BSD-2-Clause
// An arena of the process as physical memory.
#include <platform/physical_memory.hpp>

#include <core/panic.hpp>
#include <machine/physical.hpp>

#include <sys/mman.h>

namespace flat::platform {

PhysicalMemory::PhysicalMemory(Ports const& ports, Attributes const& attributes)
    : PhysicalMemoryComponent(ports, attributes) {
    void* const place = machine::physical_to_virtual(base);
    void* const arena =
        mmap(place, size_bytes(), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (arena != place) panic("the host does not give {} MiB of memory at {}", size_mib, place);
}

PhysicalMemory::~PhysicalMemory() {
    munmap(machine::physical_to_virtual(base), size_bytes());
}

hal::PhysicalMemory::Region PhysicalMemory::region(u32 index) {
    assert(index == 0);
    return Region{base, size_bytes(), Kind::free};
}

} // namespace flat::platform

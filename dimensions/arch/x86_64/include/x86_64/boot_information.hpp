// SPDX-License-Identifier: BSD-2-Clause
// What is known when C++ begins to run, constant from then on.
#pragma once

#include <core/text.hpp>
#include <core/types.hpp>

#include <x86_64/memory_map.hpp>

namespace flat::arch {

/// Filled by the boot code.
struct BootInformation {
    /// Physical memory; the kernel's regions are the image and the first page tables.
    MemoryMap memory;
    /// The page-table root that maps the kernel and nothing else.
    paddr kernel_root = 0;
    /// The command line from the loader, up to a page of it.
    Text command_line;
    /// The first file that the loader has put beside the kernel, of the kernel's memory.
    paddr module_base = 0;
    u64 module_bytes = 0; ///< 0 if there is none
    /// ACPI's root pointer, 0 if unknown.
    paddr acpi_rsdp = 0;
    /// The end of what the direct map shows, devices included.
    paddr direct_map_end = 0;
};

/// The one of this machine.
BootInformation const& boot_information();

} // namespace flat::arch

// SPDX-License-Identifier: BSD-2-Clause
// What a PVH loader hands over (Xen, public/arch-x86/hvm/start_info.h), read with suspicion.
#pragma once

#include <core/maybe.hpp>
#include <core/span.hpp>
#include <core/types.hpp>

#include <x86_64/memory_map.hpp>

namespace flat::arch {

/// The block that %ebx points to at the entry.
struct StartInfo {
    static constexpr u32 expected_magic = 0x336e'c578;

    u32 magic;
    u32 version; ///< at least 1 where there is a memory map
    u32 flags;
    u32 module_count;
    u64 modules_paddr;
    u64 command_line_paddr;
    u64 rsdp_paddr; ///< ACPI's root pointer, 0 if unknown
    u64 memory_map_paddr;
    u32 memory_map_entries;
    u32 reserved;
};

static_assert(sizeof(StartInfo) == 56);

/// A file that the loader has put into memory (hvm_modlist_entry).
struct LoadedModule {
    u64 paddr;
    u64 size_bytes;
    u64 command_line_paddr;
    u64 reserved;
};

static_assert(sizeof(LoadedModule) == 32);

/// A range of physical memory as the firmware reports it.
struct FirmwareRange {
    static constexpr u32 usable_ram = 1; ///< any other type is not for us

    u64 base;
    u64 size_bytes;
    u32 type;
    u32 reserved;
};

static_assert(sizeof(FirmwareRange) == 24);

/// The map that the firmware's ranges make: whole free pages; whatever is reserved even in part,
/// and all holes, are reserved; so is the page at 0, for which no allocation could be told from
/// none. Nothing if there are too many ranges.
Maybe<MemoryMap> memory_map_from(Span<FirmwareRange const> ranges);

} // namespace flat::arch

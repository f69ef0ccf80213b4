// SPDX-License-Identifier: BSD-2-Clause
// Where things are in the virtual address space (docs/design/x86_64.md).
#pragma once

#include <core/types.hpp>

namespace flat::arch {

/// The first address that user mode cannot have: the lower half without its last page, so that no
/// SYSCALL ends at the half's end and makes SYSRET return to an address that is not canonical.
inline constexpr vaddr user_end = 0x0000'7fff'ffff'f000;

/// All physical memory, and the devices below 4 GiB uncached.
inline constexpr vaddr direct_map_base = 0xffff'8000'0000'0000;

/// How much the direct map can hold: half of the kernel's half.
inline constexpr u64 direct_map_bytes = 0x0000'4000'0000'0000;

/// Addresses for mappings that the kernel makes at run time, in every address space.
inline constexpr vaddr kernel_window_base = 0xffff'ff00'0000'0000;
inline constexpr u64 kernel_window_bytes = 1ull << 39;

/// What the image is linked to, less what it is loaded at; see kernel.lds.
inline constexpr vaddr kernel_base = 0xffff'ffff'8000'0000;

/// Where the kernel sees physical memory; pointers to what the direct map shows never dangle.
inline void* physical_to_virtual(paddr physical) {
    return pointer_to<void>(direct_map_base + physical);
}

/// The physical address behind an address of the direct map or of the image.
inline paddr virtual_to_physical(void const* pointer) {
    vaddr const address = address_of(pointer);
    return address - (address >= kernel_base ? kernel_base : direct_map_base);
}

} // namespace flat::arch

// SPDX-License-Identifier: BSD-2-Clause
// How the kernel reaches physical memory, and where it maps at run time.
#pragma once

#include <core/types.hpp>
#include <x86_64/address_space.hpp>

namespace flat::machine {

/// Addresses for mappings that the kernel makes at run time, in every address space.
inline constexpr vaddr kernel_window_base = 0xffff'ff00'0000'0000;
inline constexpr u64 kernel_window_bytes = 1ull << 39;
inline constexpr u64 kernel_window_shown_bytes = 0x1'0000;

/// The first address that user mode cannot have.
inline constexpr vaddr user_end = arch::user_end;

/// Where the kernel sees physical memory; pointers to what the direct map shows never dangle.
inline void* physical_to_virtual(paddr physical) {
    return pointer_to<void>(arch::direct_map_base + physical);
}

/// The physical address of an address of the direct map or of the image.
inline paddr virtual_to_physical(void const* pointer) {
    vaddr const address = address_of(pointer);
    return address - (address >= arch::kernel_base ? arch::kernel_base : arch::direct_map_base);
}

} // namespace flat::machine

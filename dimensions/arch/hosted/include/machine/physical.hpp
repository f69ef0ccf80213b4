// SPDX-License-Identifier: BSD-2-Clause
// The direct map of the process: "physical" memory is mapped at a fixed virtual address.
#pragma once

#include <core/types.hpp>

namespace flat::machine {

/// Where physical address 0 would be. Not 0 itself, so that code that confuses physical and virtual
/// addresses is found out here already; free in processes with and without sanitizers.
inline constexpr vaddr direct_map_base = 0x2000'0000'0000;

/// Addresses for mappings that the kernel makes at run time.
inline constexpr vaddr kernel_window_base = 0x3000'0000'0000;
inline constexpr u64 kernel_window_bytes = u64(1) << 39;
inline constexpr u64 kernel_window_shown_bytes = 0x1'0000;

/// The first address that user mode could not have.
inline constexpr vaddr user_end = 0x1000'0000'0000;

/// The memory at a physical address.
inline void* physical_to_virtual(paddr address) {
    return pointer_to<void>(direct_map_base + address);
}

/// The physical address of memory in the direct map.
inline paddr virtual_to_physical(void const* pointer) {
    return address_of(pointer) - direct_map_base;
}

} // namespace flat::machine

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

/// What the image is linked to, less what it is loaded at; see kernel.lds.
inline constexpr vaddr kernel_base = 0xffff'ffff'8000'0000;

} // namespace flat::arch

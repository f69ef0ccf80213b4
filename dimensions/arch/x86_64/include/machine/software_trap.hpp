// SPDX-License-Identifier: BSD-2-Clause
// The trap that the kernel raises itself.
#pragma once

#include <core/types.hpp>

namespace flat::machine {

/// Below the vectors of devices (<x86_64/vectors.hpp>).
inline constexpr u32 software_trap_vector = 0x30;

/// Saves the running context by trapping to `software_trap_vector`: its handler may resume another
/// one in its place. Returns when this one is resumed.
inline void software_trap() {
    asm volatile("int %0" : : "i"(software_trap_vector) : "memory");
}

} // namespace flat::machine

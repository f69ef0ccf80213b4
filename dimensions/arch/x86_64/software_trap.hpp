// SPDX-License-Identifier: BSD-2-Clause
// The trap that the kernel raises itself.
#pragma once

#include <arch/vectors.hpp>

namespace flat::arch {

/// Saves the running context by trapping to `software_trap_vector`: its handler may resume another
/// one in its place. Returns when this one is resumed.
inline void software_trap() {
    asm volatile("int %0" : : "i"(software_trap_vector) : "memory");
}

} // namespace flat::arch

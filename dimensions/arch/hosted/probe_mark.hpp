// SPDX-License-Identifier: BSD-2-Clause
// The store that tools/memtrace recognises as a mark.
#pragma once

#include <core/types.hpp>

namespace flat::arch {

/// Stores "TALF" by `movl $imm32, mem` (opcode C7 /0), an encoding that the plugin looks for.
[[gnu::always_inline]] inline void mark_probe(u32& mark) {
    asm volatile("movl %1, %0" : "=m"(mark) : "i"(0x464c4154) : "memory");
}

} // namespace flat::arch

// SPDX-License-Identifier: BSD-2-Clause
// The one store that tools/memtrace recognises as a mark.
#pragma once

#include <core/types.hpp>

namespace flat::arch {

/// Stores the constant that the plugin looks for, by opcode C7 /0 with the constant in it.
[[gnu::always_inline]] inline void mark_probe(u32& mark) {
    asm volatile("movl $0x464c4154, %0" : "=m"(mark) : : "memory");
}

} // namespace flat::arch

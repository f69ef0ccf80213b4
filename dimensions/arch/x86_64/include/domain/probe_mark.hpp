// SPDX-License-Identifier: BSD-2-Clause
// The stores that tools/memtrace recognises as marks.
#pragma once

#include <core/types.hpp>

namespace flat::domain {

/// Stores a constant that the plugin looks for, by opcode C7 /0 with the constant in it.
template<u32 constant>
[[gnu::always_inline]] inline void store_mark(u32& mark) {
    asm volatile("movl %1, %0" : "=m"(mark) : "i"(constant) : "memory");
}

} // namespace flat::domain

// SPDX-License-Identifier: BSD-2-Clause
// The trap that the kernel raises itself: a signal that interrupts being disabled does not block.
#pragma once

#include <core/types.hpp>

namespace flat::machine {

/// SIGUSR1 on x86_64.
inline constexpr u32 software_trap_vector = 10;

/// Has the handler of `software_trap_vector` called with the caller's context.
void software_trap();

} // namespace flat::machine

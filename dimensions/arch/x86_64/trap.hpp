// SPDX-License-Identifier: BSD-2-Clause
// Where traps go: one handler for each vector.
#pragma once

#include <flat/hal/trap.hpp>
#include <machine/register_frame.hpp>
#include <x86_64/vectors.hpp>

namespace flat::arch {

/// The handlers of all processors, by vector; null for what nobody handles.
extern "C" hal::Trap::Handler* flat_trap_handlers[vectors];

/// Ends the running trap, or whatever runs: restores the context that the processor area names.
extern "C" [[noreturn]] void flat_resume();

} // namespace flat::arch

// SPDX-License-Identifier: BSD-2-Clause
// Where traps go: one handler for each vector.
#pragma once

#include <flat/hal/trap.hpp>
#include <machine/register_frame.hpp>
#include <x86_64/vectors.hpp>

namespace flat::arch {

/// Exceptions are below; what is from here on can have a brief handler.
inline constexpr u32 first_brief_vector = 32;

extern "C" {
/// The handlers of all processors, by vector; null where there is none.
extern hal::Trap::Handler* flat_trap_handlers[vectors];

/// The brief handlers, by vector; null where there is none.
extern hal::Trap::BriefHandler* flat_brief_handlers[vectors];

/// Ends the running trap, or whatever runs: restores the context that the processor area names.
[[noreturn]] void flat_resume();
}

/// Whether a vector has a handler of either kind.
bool is_handled(u32 vector);

/// Makes all vectors such that nobody handles; before the first trap.
void forget_all_handlers();

/// Makes a vector one that nobody handles.
void forget_handler(u32 vector);

} // namespace flat::arch

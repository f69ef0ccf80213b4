// SPDX-License-Identifier: BSD-2-Clause
// What still works when nothing else does.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>
#include <machine/interrupts.hpp>

namespace flat::domain {

/// From now on nothing else runs here: no handler, and so no other thread.
inline void stop_others() {
    machine::disable_interrupts();
}

/// Writes text to the standard error output.
void emergency_write(Span<char const> text);

/// Ends the process with this exit status.
[[noreturn]] void end(u32 status);

} // namespace flat::domain

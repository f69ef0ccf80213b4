// SPDX-License-Identifier: BSD-2-Clause
// What still works when nothing else does: text by the first serial port, and the end.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>
#include <machine/interrupts.hpp>

namespace flat::domain {

/// From now on nothing else runs here: no handler, and so no other thread.
inline void stop_others() {
    machine::disable_interrupts();
}

/// Shows text at once, whatever the state of the kernel; waits for the device, never blocks.
void emergency_write(Span<char const> text);

/// Ends the machine. QEMU's exit status tells `status`, at most 111 (see variant.toml).
[[noreturn]] void end(u32 status);

} // namespace flat::domain

// SPDX-License-Identifier: BSD-2-Clause
// What still works when nothing else does: text by the first serial port, and the end.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::platform {

/// Shows text at once, whatever the state of the kernel; waits for the device, never blocks.
void emergency_write(Span<char const> text);

/// Ends the machine. QEMU's exit status tells `status`, at most 111 (see variant.toml).
[[noreturn]] void power_off(u32 status);

/// Resets the machine.
[[noreturn]] void reset();

} // namespace flat::platform

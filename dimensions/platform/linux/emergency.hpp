// SPDX-License-Identifier: BSD-2-Clause
// What still works when nothing else does.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::platform {

/// Writes text to the standard error output.
void emergency_write(Span<char const> text);

/// Ends the process with this exit status.
[[noreturn]] void power_off(u32 status);

} // namespace flat::platform

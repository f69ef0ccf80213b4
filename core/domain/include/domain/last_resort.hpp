// SPDX-License-Identifier: BSD-2-Clause
// What still works in a domain when nothing else does: two calls that need no binding.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::domain {

/// Other threads of the domain go on until `end`: only the kernel could stop them.
inline void stop_others() {}

/// Shows text at once, by the kernel's own last resort.
void emergency_write(Span<char const> text);

/// Ends the domain; whoever joins it gets `status`.
[[noreturn]] void end(u32 status);

} // namespace flat::domain

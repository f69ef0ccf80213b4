// SPDX-License-Identifier: BSD-2-Clause
// Return addresses on the stack, by the chain of frame pointers.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat {
class RegisterFrame;
}

namespace flat::arch {

/// The return addresses of the calls under way, innermost first; returns how many there are.
usize backtrace(Span<vaddr> addresses);

/// The same for an interrupted context, beginning with its instruction pointer.
usize backtrace(RegisterFrame const& frame, Span<vaddr> addresses);

} // namespace flat::arch

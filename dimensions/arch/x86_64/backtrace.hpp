// SPDX-License-Identifier: BSD-2-Clause
// Return addresses of the kernel's functions, by their frame pointers.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat {
class RegisterFrame;
}

namespace flat::arch {

/// Puts the return addresses of the caller into `addresses`, innermost first; returns how many.
usize backtrace(Span<vaddr> addresses);

/// The same for an interrupted context, its instruction pointer first. Of a user-mode context there
/// is nothing but that.
usize backtrace(RegisterFrame const& frame, Span<vaddr> addresses);

} // namespace flat::arch

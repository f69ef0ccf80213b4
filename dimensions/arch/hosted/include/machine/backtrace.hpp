// SPDX-License-Identifier: BSD-2-Clause
// Return addresses on the stack of an interrupted context.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat {
class RegisterFrame;
}

namespace flat::machine {

/// The return addresses of an interrupted context, beginning with its instruction pointer.
usize backtrace(RegisterFrame const& frame, Span<vaddr> addresses);

} // namespace flat::machine

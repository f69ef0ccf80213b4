// SPDX-License-Identifier: BSD-2-Clause
// Return addresses on the stack, by the chain of frame pointers.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::domain {

/// The return addresses of the calls under way, innermost first; returns how many there are.
usize backtrace(Span<vaddr> addresses);

} // namespace flat::domain

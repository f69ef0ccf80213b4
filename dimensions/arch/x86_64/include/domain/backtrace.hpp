// SPDX-License-Identifier: BSD-2-Clause
// Return addresses of the kernel's functions, by their frame pointers.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::domain {

/// Puts the return addresses of the caller into `addresses`, innermost first; returns how many.
usize backtrace(Span<vaddr> addresses);

} // namespace flat::domain

// SPDX-License-Identifier: BSD-2-Clause
// Return addresses by the chain of frame pointers, in the kernel and in its domains.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::arch {

/// The return addresses from a function's frame on, innermost first; returns how many there are.
/// Ends at an address that is not ours: the C library below us keeps no frame pointers.
usize walk_stack(vaddr frame_pointer, Span<vaddr> addresses);

} // namespace flat::arch

// SPDX-License-Identifier: BSD-2-Clause
// Return addresses on the stack of an interrupted context.
#include <machine/backtrace.hpp>

#include <hosted/stack_walk.hpp>
#include <machine/register_frame.hpp>

namespace flat {

usize machine::backtrace(RegisterFrame const& frame, Span<vaddr> addresses) {
    if (addresses.is_empty()) return 0;
    addresses[0] = frame.instruction_pointer();
    return 1 + arch::walk_stack(frame.frame_pointer(), addresses.after(1));
}

} // namespace flat

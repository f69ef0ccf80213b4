// SPDX-License-Identifier: BSD-2-Clause
// Return addresses of a domain's functions, by their frame pointers.
#include <domain/backtrace.hpp>

#include "stack_frame.hpp"

namespace flat::domain {

usize follow(StackFrame const* frame, Span<vaddr> addresses, usize count) {
    while (frame && count < addresses.size()) {
        addresses[count++] = frame->return_address;
        if (frame->caller <= frame) break; // stacks grow down: callers lie above
        frame = frame->caller;
    }
    return count;
}

usize backtrace(Span<vaddr> addresses) {
    return follow(static_cast<StackFrame const*>(__builtin_frame_address(0)), addresses, 0);
}

} // namespace flat::domain

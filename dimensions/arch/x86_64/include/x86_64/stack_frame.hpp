// SPDX-License-Identifier: BSD-2-Clause
// The chain of stack frames that functions leave, in kernels and in domains.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::arch {

/// What a function's prologue leaves on the stack.
struct StackFrame {
    StackFrame const* caller;
    vaddr return_address;
};

/// Whether there is a frame at all: where a broken chain may fault.
inline bool is_there(StackFrame const* frame) {
    return frame != nullptr;
}

/// Adds the return addresses of a chain of frames after the `count` that are there, as far as
/// `is_readable` says of each frame that it can be one.
template<class IsReadable>
usize follow(StackFrame const* frame, Span<vaddr> addresses, usize count,
             IsReadable const& is_readable) {
    while (count < addresses.size() && is_readable(frame) && frame->return_address != 0) {
        addresses[count++] = frame->return_address;
        if (frame->caller <= frame) break; // stacks grow down: callers lie above
        frame = frame->caller;
    }
    return count;
}

} // namespace flat::arch

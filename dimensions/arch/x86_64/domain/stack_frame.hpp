// SPDX-License-Identifier: BSD-2-Clause
// The chain of stack frames that a domain's functions leave.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::domain {

/// What a function's prologue leaves on the stack; the first function of a thread has no caller.
struct StackFrame {
    StackFrame const* caller;
    vaddr return_address;
};

/// Adds the return addresses of a chain of frames after the `count` that are there.
usize follow(StackFrame const* frame, Span<vaddr> addresses, usize count);

} // namespace flat::domain

// SPDX-License-Identifier: BSD-2-Clause
// Return addresses of a domain's functions, by their frame pointers.
#include <domain/backtrace.hpp>

#include <x86_64/stack_frame.hpp>

namespace flat::domain {

usize backtrace(Span<vaddr> addresses) {
    auto const* const frame = static_cast<arch::StackFrame const*>(__builtin_frame_address(0));
    return arch::follow(frame, addresses, 0, arch::is_there);
}

} // namespace flat::domain

// SPDX-License-Identifier: BSD-2-Clause
// The end of a domain that has caused an exception: says where, with the names of its functions.
#include <core/panic.hpp>

#include <x86_64/exceptions.hpp>
#include <x86_64/stack_frame.hpp>

namespace flat::domain {

namespace {

struct Fault {
    vaddr instruction;
    arch::StackFrame const* frame;
};

usize backtrace_of(void const* context, Span<vaddr> addresses) {
    auto const& fault = *static_cast<Fault const*>(context);
    addresses[0] = fault.instruction;
    return arch::follow(fault.frame, addresses, 1, arch::is_there);
}

} // namespace

} // namespace flat::domain

/// Called by start.S; `address` is what was accessed. A broken chain of frames is another fault,
/// after which the kernel says what is left to say.
extern "C" [[noreturn]] void flat_fault(flat::u32 vector, flat::vaddr instruction,
                                        flat::vaddr address, flat::arch::StackFrame const* frame) {
    flat::domain::Fault const fault{instruction, frame};
    auto const arguments =
        flat::format_arguments(flat::arch::exception_name(vector), vector, address);
    flat::detail::panic(flat::domain::backtrace_of, &fault, "{} ({}), accessing {x}",
                        arguments.span());
}

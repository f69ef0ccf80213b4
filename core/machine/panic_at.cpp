// SPDX-License-Identifier: BSD-2-Clause
// The end of a kernel that took a trap which nobody handles.
#include <core/machine/panic_at.hpp>

#include <machine/backtrace.hpp>
#include <machine/register_frame.hpp>

namespace flat::detail {

void panic_at(RegisterFrame const& frame, Text format, Span<FormatArgument const> arguments) {
    auto const of_frame = [](void const* frame, Span<vaddr> addresses) {
        return machine::backtrace(*static_cast<RegisterFrame const*>(frame), addresses);
    };
    panic(of_frame, &frame, format, arguments);
}

} // namespace flat::detail

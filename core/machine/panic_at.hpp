// SPDX-License-Identifier: BSD-2-Clause
// The end of a kernel that took a trap which nobody handles.
#pragma once

#include <core/panic.hpp>

namespace flat {

class RegisterFrame;

namespace detail {

[[noreturn, gnu::cold]] void panic_at(RegisterFrame const& frame, Text format,
                                      Span<FormatArgument const> arguments);

} // namespace detail

/// `panic` with the backtrace of the interrupted context.
template<class... Arguments>
[[noreturn, gnu::cold]] void panic_at(RegisterFrame const& frame,
                                      CheckedFormat<TypeIdentity<Arguments>...> format,
                                      Arguments const&... arguments) {
    detail::panic_at(frame, format.text(), format_arguments(arguments...).span());
}

} // namespace flat

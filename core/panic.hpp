// SPDX-License-Identifier: BSD-2-Clause
// The end of a kernel that cannot go on: a message, a backtrace, and power off.
#pragma once

#include <core/format.hpp>

namespace flat {

class RegisterFrame;

/// The status with which a panicking kernel powers off; kernels use lower ones for themselves.
inline constexpr u32 panic_status = 101;

namespace detail {

[[noreturn, gnu::cold]] void panic(RegisterFrame const* frame, Text format,
                                   Span<FormatArgument const> arguments);

} // namespace detail

/// Writes the message and a backtrace that names functions and their component instances straight
/// to the platform's emergency console, then powers off with `panic_status`.
template<class... Arguments>
[[noreturn, gnu::cold]] void panic(CheckedFormat<TypeIdentity<Arguments>...> format,
                                   Arguments const&... arguments) {
    detail::panic(nullptr, format.text(), format_arguments(arguments...).span());
}

/// The same for a trap that nobody handles: the backtrace is that of the interrupted context.
template<class... Arguments>
[[noreturn, gnu::cold]] void panic_at(RegisterFrame const& frame,
                                      CheckedFormat<TypeIdentity<Arguments>...> format,
                                      Arguments const&... arguments) {
    detail::panic(&frame, format.text(), format_arguments(arguments...).span());
}

} // namespace flat

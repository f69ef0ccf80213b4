// SPDX-License-Identifier: BSD-2-Clause
// The end of a domain that cannot go on: a message, a backtrace, and the end.
#pragma once

#include <core/format.hpp>

namespace flat {

/// The status with which a panic ends; kernels and programs use lower ones for themselves.
inline constexpr u32 panic_status = 101;

namespace detail {

/// Finds the return addresses to show, from a context of its own; the first one need not be one.
using BacktraceOf = usize (*)(void const* context, Span<vaddr> addresses);

/// With `backtrace_of`, the backtrace is the one that it finds; else that of the caller.
[[noreturn, gnu::cold]] void panic(BacktraceOf backtrace_of, void const* context, Text format,
                                   Span<FormatArgument const> arguments);

} // namespace detail

/// Writes the message and a backtrace that names functions and their component instances straight
/// to the console of last resort, then ends the domain, of the kernel the machine, with
/// `panic_status`. For our own bugs and for what no configuration should lead to; never for input.
/// May be called anywhere, with any lock held. See <core/machine/panic_at.hpp> for traps.
template<class... Arguments>
[[noreturn, gnu::cold]] void panic(CheckedFormat<TypeIdentity<Arguments>...> format,
                                   Arguments const&... arguments) {
    detail::panic(nullptr, nullptr, format.text(), format_arguments(arguments...).span());
}

} // namespace flat

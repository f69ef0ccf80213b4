// SPDX-License-Identifier: BSD-2-Clause
// What a program finds on its stack when it begins: its arguments.
#pragma once

#include <core/maybe.hpp>
#include <core/span.hpp>
#include <core/text.hpp>
#include <core/types.hpp>

namespace flat {

/// Writes arguments to the end of the page that the program has at `address`, as the System V ABI
/// for AMD64 has them (section 3.4.1): count, pointers, no environment, no auxiliary vector. Each
/// of `arguments` ends with a zero. Returns how far from the page's beginning the stack pointer is;
/// nothing if they are malformed or do not fit.
Maybe<u64> write_arguments(Span<u8> page, vaddr address, Span<u8 const> arguments);

/// The first argument; empty if there is none.
Text first_argument(Span<u8 const> arguments);

} // namespace flat

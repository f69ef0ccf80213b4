// SPDX-License-Identifier: BSD-2-Clause
// Formatted text on the kernel's console.
#pragma once

#include <core/format.hpp>

namespace l4 {

namespace detail {

void print(flat::Text format, flat::Span<flat::FormatArgument const> arguments);

} // namespace detail

/// Prints a message of at most 255 characters; what is longer is cut off. Placeholders are those
/// of `flat::format`. May be called by several threads: each message stays in one piece.
template<class... Arguments>
void print(flat::CheckedFormat<flat::TypeIdentity<Arguments>...> format,
           Arguments const&... arguments) {
    detail::print(format.text(), flat::format_arguments(arguments...).span());
}

} // namespace l4

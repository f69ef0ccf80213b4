// SPDX-License-Identifier: BSD-2-Clause
// `assert`: for our own bugs, never for input; the condition is type-checked even when off.
#pragma once

#include <core/compiler.hpp>
#include <core/types.hpp>

namespace flat {

/// Panics with the condition that did not hold and its place.
[[noreturn, gnu::cold]] void assertion_failed(char const* condition, char const* file, u32 line);

} // namespace flat

#undef assert
#define assert(condition)                                                                          \
    ((!::flat::assertions || (condition))                                                          \
         ? static_cast<void>(0)                                                                    \
         : ::flat::assertion_failed(#condition, __FILE__, __LINE__))

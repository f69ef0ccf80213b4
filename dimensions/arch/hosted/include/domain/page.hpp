// SPDX-License-Identifier: BSD-2-Clause
// The sizes of pages and cache lines of the host.
#pragma once

#include <core/types.hpp>

namespace flat::domain {

inline constexpr u32 page_size_log2 = 12;
inline constexpr usize page_size = usize(1) << page_size_log2;
inline constexpr usize line_size = 64;

} // namespace flat::domain

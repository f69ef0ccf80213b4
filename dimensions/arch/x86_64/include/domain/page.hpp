// SPDX-License-Identifier: BSD-2-Clause
// The sizes of pages and of cache lines.
#pragma once

#include <core/types.hpp>

namespace flat::domain {

/// The smallest page.
inline constexpr u8 page_size_log2 = 12;
inline constexpr u64 page_size = 1ull << page_size_log2;

/// What caches fetch at once.
inline constexpr u64 line_size = 64;

} // namespace flat::domain

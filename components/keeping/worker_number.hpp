// SPDX-License-Identifier: BSD-2-Clause
// What a worker returns: which one it is, and its sum.
#pragma once

#include <core/types.hpp>

namespace flat::keeping {

/// The number of the worker is multiplied by this.
inline constexpr u64 worker_number_factor = 1'000'000;

} // namespace flat::keeping

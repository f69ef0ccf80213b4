// SPDX-License-Identifier: BSD-2-Clause
// What is left of a step of work on mappings: between two of them interrupts are taken.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat::api {

/// Takes the cost of a part of a step from what is left of it, in instructions.
constexpr void spend(u64& budget, u64 cost) {
    budget -= min(budget, cost);
}

} // namespace flat::api

// SPDX-License-Identifier: BSD-2-Clause
// What must hold for a class to be flattened without changing what the program does. Each finding
// is a refusal that names the use. `check_meaning` proves names; these are about behaviour:
// construction phases, identity, slicing, bytes, evaluation order.
#pragma once

#include "hierarchy.hpp"

#include <rewrite/lib/unit.hpp>

namespace collapse {

/// All of them, over one unit; adds refusals to `diagnostics`.
void check_preconditions(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                         rewrite::Diagnostics& diagnostics);

} // namespace collapse

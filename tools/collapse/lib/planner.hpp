// SPDX-License-Identifier: BSD-2-Clause
// Decides for a whole program what becomes of each base of each target.
#pragma once

#include "facts.hpp"
#include "plan.hpp"

#include <string>
#include <vector>

namespace collapse {

/// A plan, and why it is so.
struct Decision {
    Plan plan;
    std::vector<std::string> reasons; ///< a line for each base, for --verbose
};

/// Plans the named classes, given as users do, from the facts of all units. Refusals: C0202 (a name
/// of several classes) and C0711 to C0716.
Decision plan_classes(std::vector<UnitFacts> const& units, std::vector<std::string> const& names,
                      rewrite::Diagnostics& diagnostics);

} // namespace collapse

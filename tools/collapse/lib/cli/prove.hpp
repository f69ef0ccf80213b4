// SPDX-License-Identifier: BSD-2-Clause
// Tries a plan on all units of a build, so that it promises nothing that a unit refuses.
#pragma once

#include "commands.hpp"
#include <collapse/lib/plan/planner.hpp>

#include <optional>
#include <string>
#include <vector>

namespace collapse {

/// A plan that every unit passes, and what became of each class.
struct ProvenPlan {
    Plan plan;
    std::vector<std::string> outcome; ///< a line for each class
};

/// Checks all units under the plan. A class that one of them refuses is lowered: its bases are
/// kept, so that it is only sealed, or, if that is refused too, it stays as it is. Nothing: no
/// class is left, or only together they are refused; why is in the diagnostics.
std::optional<ProvenPlan> prove_plan(Decision const& decision,
                                     std::vector<UnitCommand> const& units, unsigned jobs,
                                     rewrite::Diagnostics& diagnostics);

} // namespace collapse

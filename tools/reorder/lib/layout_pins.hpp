// SPDX-License-Identifier: BSD-2-Clause
// Checks that a class came out as planned, and pins its layout for every compiler.
#pragma once

#include "layout_plan.hpp"

#include <rewrite/text/unit.hpp>

#include <string>

namespace reorder {

/// Compares the layout of a rewritten unit's class with the plan (R0205).
void check_layout(rewrite::Unit const& unit, PlannedClass const& planned,
                  rewrite::Diagnostics& diagnostics);

/// The unit's text with assertions of the size and the members' offsets of each class.
std::string pin_layouts(rewrite::Unit const& unit, std::vector<PlannedClass> const& classes);

} // namespace reorder

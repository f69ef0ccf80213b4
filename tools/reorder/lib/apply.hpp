// SPDX-License-Identifier: BSD-2-Clause
// Carries a layout plan out in one translation unit, and checks the outcome.
#pragma once

#include "layout_plan.hpp"

#include <rewrite/text/unit.hpp>

#include <string>
#include <vector>

namespace reorder {

enum class Outcome {
    untouched, ///< no class of the plan is defined in the unit
    rewritten,
    refused, ///< the reasons are in the diagnostics
};

struct Result {
    Outcome outcome = Outcome::refused;
    std::string text;                 ///< to be shown: without the assertions
    std::string pinned_text;          ///< to be compiled
    std::vector<std::string> summary; ///< a line for each class, for --verbose
};

/// Parses the unit, applies the plan, parses the text again, compares meaning and layout, and pins
/// the layout by assertions.
Result apply_and_check(rewrite::CompilerCommand const& command, rewrite::UnitText const& text,
                       LayoutPlan const& plan, rewrite::Diagnostics& diagnostics);

/// Whether a unit's text could define a class of the plan.
bool is_concerned(std::string const& text, LayoutPlan const& plan);

} // namespace reorder

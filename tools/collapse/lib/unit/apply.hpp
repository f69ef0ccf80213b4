// SPDX-License-Identifier: BSD-2-Clause
// Carries a plan out in one translation unit, and checks the outcome.
#pragma once

#include <collapse/lib/clones/clones.hpp>
#include <collapse/lib/plan/plan.hpp>

#include <rewrite/meaning/meaning.hpp>
#include <rewrite/text/unit.hpp>

#include <optional>
#include <string>
#include <vector>

namespace collapse {

/// A unit as the plan wants it, not checked yet.
struct Applied {
    rewrite::Rendered rendered;
    rewrite::Images images;           ///< what each name may mean now
    std::vector<std::string> flat;    ///< qualified names of the classes that were flattened
    std::vector<std::string> summary; ///< a line for each thing done, for --verbose
    Clones clones;
};

/// Preconditions, edits, text. Nothing: refused, with the reasons in `diagnostics`. A unit that
/// holds nothing of the plan comes back with an empty summary.
std::optional<Applied> apply(rewrite::Unit const& unit, Plan const& plan,
                             rewrite::Diagnostics& diagnostics, CloneLimits const& limits = {});

enum class Outcome {
    untouched, ///< nothing of the plan is in the unit
    rewritten,
    refused, ///< the reasons are in the diagnostics
};

struct Result {
    Outcome outcome = Outcome::refused;
    std::string text; ///< to be compiled
    std::vector<std::string> summary;
};

/// Parses the unit, applies the plan, parses the text again, compares the meaning and pins the
/// layout of flat classes by static_asserts. Clones that do not pass are left out.
Result apply_and_check(rewrite::CompilerCommand const& command, rewrite::UnitText const& text,
                       Plan const& plan, rewrite::Diagnostics& diagnostics);

} // namespace collapse

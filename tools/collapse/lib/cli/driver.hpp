// SPDX-License-Identifier: BSD-2-Clause
// The verbs that work on one unit: the launcher, apply, check.
#pragma once

#include "options.hpp"
#include <collapse/lib/plan/plan.hpp>

#include <rewrite/command/command.hpp>
#include <rewrite/text/unit.hpp>

#include <optional>

namespace collapse {

/// The plan that the options name: that of the file, or one that only names classes. Nothing:
/// refused.
std::optional<Plan> plan_of(Options const& options, rewrite::Diagnostics& diagnostics);

/// Each carries its verb out, prints findings and returns the exit status.
int launch(Options const& options);
int apply_to_text(Options const& options);
int check(Options const& options);

/// Prints findings as the options want them; errors make the exit status 1, else it is 0.
int report(Options const& options, rewrite::Diagnostics const& diagnostics);

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// The verbs that apply a plan to one unit: the launcher, and print.
#pragma once

#include "options.hpp"

#include <rewrite/command/command.hpp>
#include <rewrite/text/diagnostic.hpp>

#include <optional>

namespace reorder {

/// Each carries its verb out, prints findings and returns the exit status.
int launch(Options const& options);
int print(Options const& options);

/// The command that `print` and `describe` are given: in full, or a source with flags for the
/// compiler that is fit for it. Nothing: refused (R0113).
std::optional<rewrite::CompilerCommand> command_of(Options const& options,
                                                   rewrite::Diagnostics& diagnostics);

/// Prints findings as the options want them; errors make the exit status 1, else it is 0.
int report(Options const& options, rewrite::Diagnostics const& diagnostics);

} // namespace reorder

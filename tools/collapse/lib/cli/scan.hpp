// SPDX-License-Identifier: BSD-2-Clause
// The verb scan: collects the facts of one translation unit.
#pragma once

#include "options.hpp"
#include <collapse/lib/facts/facts.hpp>

#include <rewrite/text/unit.hpp>

namespace collapse {

/// Writes the facts of the unit that the options name; returns the exit status.
int scan(Options const& options);

/// The facts of the unit of a command. Nothing: refused.
std::optional<UnitFacts> facts_of(rewrite::CompilerCommand const& command,
                                  rewrite::Diagnostics& diagnostics);

/// Those of the syntax tree: all but source, command and hash.
UnitFacts collect_facts(rewrite::Unit const& unit);

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Scans all units of a build, several at a time.
#pragma once

#include "commands.hpp"
#include <collapse/lib/facts/facts.hpp>

#include <vector>

namespace collapse {

/// The facts of all units, `jobs` at a time (0: as many as there are processors); their paths are
/// absolute. What cannot be read is in the diagnostics.
std::vector<UnitFacts> scan_all(std::vector<UnitCommand> const& units, unsigned jobs,
                                rewrite::Diagnostics& diagnostics);

} // namespace collapse

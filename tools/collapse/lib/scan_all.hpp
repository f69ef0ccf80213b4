// SPDX-License-Identifier: BSD-2-Clause
// Scans all units of a build, several at a time.
#pragma once

#include "facts.hpp"

#include <string>
#include <vector>

namespace collapse {

/// The facts of all units of FOLDER/compile_commands.json, `jobs` at a time (0: as many as there
/// are processors), with a progress line if the standard error is a terminal. What cannot be read
/// is in the diagnostics.
std::vector<UnitFacts> scan_all(std::string const& build_folder, unsigned jobs,
                                rewrite::Diagnostics& diagnostics);

} // namespace collapse

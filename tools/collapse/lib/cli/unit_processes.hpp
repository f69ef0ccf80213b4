// SPDX-License-Identifier: BSD-2-Clause
// Works on all units of a build, each in a process of its own: commands run in folders of their
// own, and what clang cannot survive costs one unit.
#pragma once

#include "commands.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace collapse {

/// What is done with a unit, in the folder of its command: the text that comes of it. Nothing:
/// refused.
using UnitWork =
    std::function<std::optional<std::string>(UnitCommand const&, rewrite::Diagnostics&)>;

/// The texts that `work` makes of all units, `jobs` at a time (0: as many as there are processors),
/// with a progress line if the standard error is a terminal. Nothing where it refused: why is in
/// the diagnostics.
std::vector<std::optional<std::string>> in_processes(std::vector<UnitCommand> const& units,
                                                     unsigned jobs, UnitWork const& work,
                                                     rewrite::Diagnostics& diagnostics);

} // namespace collapse

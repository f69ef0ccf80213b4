// SPDX-License-Identifier: BSD-2-Clause
// Instances of templates in different units that the linker would join once bases are merged.
#pragma once

#include "plan.hpp"
#include <collapse/lib/facts/program_facts.hpp>

namespace collapse {

/// Refuses (C0317) instances that will be one under the plan, and that a program can tell apart: by
/// static variables, by address, or since they are written for one class only. Within one unit,
/// `apply` finds them by itself, and better.
void check_instance_clashes(ProgramFacts::Units const& units, std::vector<PlannedClass> const& plan,
                            rewrite::Diagnostics& diagnostics);

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Whether a plan, made for a whole program, still fits one of its units.
#pragma once

#include "plan.hpp"

#include <rewrite/text/unit.hpp>

#include <string_view>

namespace collapse {

/// Whether a text names anything that the plan changes; if not, nobody needs to parse it.
bool is_concerned(std::string_view text, Plan const& plan);

/// Refuses a unit whose hierarchies are not those that the plan was made from (C0717), and one that
/// sees a base that is merged into a class that the unit does not see (C0713).
void check_plan_fits(rewrite::Unit const& unit, Plan const& plan,
                     rewrite::Diagnostics& diagnostics);

} // namespace collapse

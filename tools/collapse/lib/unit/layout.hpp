// SPDX-License-Identifier: BSD-2-Clause
// Pins the layout of flat classes, so that every unit and both compilers agree on it.
#pragma once

#include <collapse/lib/plan/plan.hpp>

#include <rewrite/text/unit.hpp>

#include <string>
#include <vector>

namespace collapse {

/// The unit's text with `static_assert`s of the size and the members' offsets inside of each class.
std::string pin_layout(rewrite::Unit const& unit, std::vector<std::string> const& classes);

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Facts about what a unit shares with others: functions and variables that the linker joins.
#pragma once

#include "class_names.hpp"
#include "facts.hpp"

namespace collapse {

/// Adds the functions and variables of the text that are known outside of the unit and whose type
/// or code speaks of classes.
void add_exchange_facts(rewrite::Unit const& unit, ClassNames& names, UnitFacts& facts);

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Facts about the uses of classes: objects, conversions, definitions of their members.
#pragma once

#include "class_names.hpp"
#include "facts.hpp"

namespace collapse {

void add_use_facts(rewrite::Unit const& unit, ClassNames& names, UnitFacts& facts);

} // namespace collapse

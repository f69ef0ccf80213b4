// SPDX-License-Identifier: BSD-2-Clause
// Facts about instances of templates: which of them one program could tell apart.
#pragma once

#include "class_names.hpp"
#include "facts.hpp"

namespace collapse {

/// Adds the instances of the text's templates that the linker joins and that are made for classes.
void add_instance_facts(rewrite::Unit const& unit, ClassNames& names, UnitFacts& facts);

} // namespace collapse

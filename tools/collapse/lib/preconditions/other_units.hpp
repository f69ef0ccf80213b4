// SPDX-License-Identifier: BSD-2-Clause
// What other units of the program may do with an object that this unit hands out as a base.
#pragma once

#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <rewrite/text/unit.hpp>

namespace collapse {

/// Without a plan of the whole program: refuses conversions to a merged base that lies in a header
/// which does not hold the target. A unit that includes only that header is compiled as it is, and
/// would take the flat object for one with the base's layout and table of virtual functions.
void check_other_units(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                       rewrite::Diagnostics& diagnostics);

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// What must hold for a class to be flattened without changing what the program does. Each finding
// is a refusal that names the use. `check_meaning` proves names; these are about behaviour:
// construction phases, identity, slicing, bytes, evaluation order.
#pragma once

#include "future_types.hpp"
#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <rewrite/text/unit.hpp>

#include <string>
#include <vector>

namespace collapse {

/// All of them, over one unit; adds refusals to `diagnostics`. `types` knows all hierarchies of the
/// unit.
void check_preconditions(rewrite::Unit const& unit, Hierarchy const& hierarchy, FutureTypes& types,
                         rewrite::Diagnostics& diagnostics);

/// A place that needs the target to be one of a base.
struct BaseUse {
    rewrite::Place place;
    std::string what; ///< as "a conversion of `T` to its base `B`"
};

/// Where the unit converts the target, or classes between it and the base, to the base or back,
/// other than to name a member. A base without any may be copied, the others must be merged or
/// kept.
std::vector<BaseUse> base_uses(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                               clang::CXXRecordDecl const& base);

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// What must hold for the members of a class to change places without changing what the program
// does. Each finding is a refusal that names the use.
#pragma once

#include "arrangement.hpp"

#include <rewrite/text/unit.hpp>

#include <vector>

namespace reorder {

/// A use that wants the first member of a class to stay the first one.
struct FirstMemberUse {
    clang::RecordDecl const* record = nullptr;
    rewrite::Place place;
};

/// What kind of class it is (R0301 to R0305). False: refused.
bool check_record(rewrite::Unit const& unit, clang::RecordDecl const& record,
                  rewrite::Diagnostics& diagnostics);

/// Comparisons that the compiler makes from the members in their order (R0409).
void check_comparisons(rewrite::Unit const& unit, Arrangement const& arrangement,
                       rewrite::Diagnostics& diagnostics);

/// Uses that see the layout: bytes, casts, offsets, addresses (R05..). Tells those that hold as
/// long as the first member stays.
std::vector<FirstMemberUse> check_uses(rewrite::Unit const& unit,
                                       std::vector<Arrangement> const& arrangements,
                                       rewrite::Diagnostics& diagnostics);

} // namespace reorder

// SPDX-License-Identifier: BSD-2-Clause
// All that initialises members by their order follows the new order.
#pragma once

#include "arrangement.hpp"
#include "edits.hpp"

#include <vector>

namespace reorder {

/// Constructors, lists in braces and parentheses, structured bindings (R04..).
void write_initialisers(rewrite::Unit const& unit, std::vector<Arrangement> const& arrangements,
                        Edits& edits, rewrite::Diagnostics& diagnostics);

/// Takes out the assertions of the declared layout that `collapse` has written into a class.
void remove_former_pins(rewrite::Unit const& unit, clang::RecordDecl const& record, Edits& edits);

} // namespace reorder

// SPDX-License-Identifier: BSD-2-Clause
// Constructors initialise members in their order, and destructors end them in the reverse one.
#pragma once

#include "arrangement.hpp"
#include "edits.hpp"

namespace reorder {

/// Two members that must stay in this order, as otherwise it could be seen that they changed
/// places.
struct KeptOrder {
    clang::FieldDecl const* first = nullptr;
    clang::FieldDecl const* second = nullptr;
    rewrite::Diagnostic reason; ///< R0401 to R0403, R0602
};

/// All such pairs of a class, by its declarations, construction, copies and destruction in this
/// unit.
std::vector<KeptOrder> kept_orders(rewrite::Unit const& unit, clang::RecordDecl const& record);

/// Refuses an arrangement that turns such a pair round.
void check_construction(rewrite::Unit const& unit, Arrangement const& arrangement,
                        rewrite::Diagnostics& diagnostics);

/// Puts what constructors write into the new order, as compilers warn of another one. An
/// initialiser that uses a member which now comes after it computes that member's value for itself.
void write_constructors(rewrite::Unit const& unit, Arrangement const& arrangement, Edits& edits);

} // namespace reorder

// SPDX-License-Identifier: BSD-2-Clause
// Declarations that need a member, or the type that it defines, declared before them.
#pragma once

#include "constructors.hpp"

namespace reorder {

/// Members whose declaration names another one, or the type that another one defines (R0602).
std::vector<KeptOrder> declared_orders(rewrite::Unit const& unit, clang::RecordDecl const& record);

/// Other declarations between the members of a class of C++ that name one: in any other order all
/// members stand where the last one stood (R0602).
void check_other_declarations(rewrite::Unit const& unit, clang::RecordDecl const& record,
                              rewrite::Diagnostics& diagnostics);

} // namespace reorder

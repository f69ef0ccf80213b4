// SPDX-License-Identifier: BSD-2-Clause
// `Base::operator=(other)` in the class's own operator: what the compiler's assignment of a base
// does, as a function of the flat class.
#pragma once

#include "hierarchy.hpp"
#include "name_uses.hpp"

#include <string>

namespace collapse {

/// The assignment that is called for `this` by its base's name, if it can be written out: one that
/// the compiler makes, of members that have names and are no arrays. Null: it is none such.
clang::CXXMethodDecl const* base_assignment(clang::MemberExpr const& access,
                                            Hierarchy const& hierarchy);

/// What it is called in the flat class.
std::string base_assignment_name(clang::CXXMethodDecl const& assignment,
                                 Hierarchy const& hierarchy);

/// The definitions of all that the unit calls, as private members; empty: there are none.
std::string base_assignments_text(NameUses const& uses, Hierarchy const& hierarchy);

} // namespace collapse

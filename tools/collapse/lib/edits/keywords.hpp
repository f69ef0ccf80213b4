// SPDX-License-Identifier: BSD-2-Clause
// Takes the words of dynamic dispatch off a member function (Dannowski 2004, section 3, step 5).
#pragma once

#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <rewrite/text/unit.hpp>

#include <set>
#include <string_view>

namespace collapse {

/// Removes `virtual`, `override`, `final` and `= 0` from a declaration of a method, unless it
/// overrides a function of a base that the target keeps.
void strip_dispatch(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                    clang::CXXMethodDecl const& declaration, rewrite::EditPlan& plan);

/// Removes these words from before a method's name, and `override` and `final` from after it.
void remove_words(rewrite::Unit const& unit, clang::CXXMethodDecl const& declaration,
                  std::set<std::string_view> const& words, rewrite::EditPlan& plan);

/// Whether the target must go on overriding with this function.
bool overrides_kept(Hierarchy const& hierarchy, clang::CXXMethodDecl const& method);

} // namespace collapse

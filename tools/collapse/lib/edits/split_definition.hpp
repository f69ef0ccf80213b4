// SPDX-License-Identifier: BSD-2-Clause
// What a function's definition must leave behind where another declaration stays in its place.
#pragma once

#include <collapse/lib/hierarchy/name_uses.hpp>

#include <rewrite/text/edit_plan.hpp>
#include <rewrite/text/unit.hpp>

#include <string>

namespace clang {
class CXXMethodDecl;
class DeclContext;
class FunctionDecl;
} // namespace clang

namespace collapse {

/// `Outer::Inner::` for a method's class, from its namespace.
std::string class_prefix(clang::CXXMethodDecl const& method);

/// The namespace (or linkage specification) around classes.
clang::DeclContext const* namespace_of(clang::DeclContext const* context);

/// Whether the return type is looked up in the class, so that it cannot stand outside as it is.
bool returns_member_type(rewrite::Unit const& unit, NameUses const& uses,
                         clang::FunctionDecl const& function);

/// Removes the default arguments that this declaration adds.
void drop_default_arguments(rewrite::Unit const& unit, clang::FunctionDecl const& function,
                            rewrite::EditPlan& edits);

} // namespace collapse

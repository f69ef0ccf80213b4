// SPDX-License-Identifier: BSD-2-Clause
// Variables of templates that each instance has for itself, and that outlive its calls.
#pragma once

#include <rewrite/text/unit.hpp>

namespace collapse {

/// Whether the function has static variables, also within lambda expressions, local classes and
/// default arguments.
bool has_static_variable(clang::FunctionTemplateDecl const& function);

/// Whether the class has static data members that can change, or methods with static variables.
bool has_static_variable(clang::CXXRecordDecl const& record);

/// A template of the unit's own text with such variables of which an instance has this type among
/// its arguments, at any depth; null: none.
clang::NamedDecl const* template_with_variables(rewrite::Unit const& unit, clang::QualType type);

} // namespace collapse

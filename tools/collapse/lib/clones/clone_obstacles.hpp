// SPDX-License-Identifier: BSD-2-Clause
// Functions of which there can be no second one with another parameter type.
#pragma once

#include <rewrite/text/unit.hpp>

#include <string>
#include <vector>

namespace clang {
class CXXRecordDecl;
class FunctionDecl;
class ParmVarDecl;
class TypeLoc;
} // namespace clang

namespace collapse {

/// Why a function that is defined in the unit's text cannot stand there twice, as two overloads;
/// empty: it can. `function` is as it is written: of templates the pattern.
std::string obstacle_to_clones(rewrite::Unit const& unit, clang::FunctionDecl const& function);

/// Where the class stands in the declaration of a parameter `Class&`, `Class const*`. None: it is
/// not written so, or is made by a macro.
std::optional<rewrite::Range> written_class(rewrite::Unit const& unit,
                                            clang::ParmVarDecl const& parameter);

/// The declaration that stands in the text for a function: of a function template the template.
clang::NamedDecl const& whole_declaration(clang::FunctionDecl const& function);

/// The function as it is written: of an instance the pattern, of several declarations the first.
clang::FunctionDecl const& written_function(clang::FunctionDecl const& function);

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// What evaluating an expression reads and does: whether it may stand elsewhere, twice, or nowhere.
#pragma once

#include <map>
#include <set>

namespace clang {
class CXXConstructorDecl;
class Decl;
class Expr;
class ParmVarDecl;
class Stmt;
} // namespace clang

namespace collapse {

/// In ascending order of what can tell where and how often an expression is evaluated.
enum class Stability {
    stable, ///< the same value everywhere in a constructor, for sure: literals, parameters,
            ///< constants
    reads,  ///< no effects, but it reads what others may write
    acts,   ///< effects, destructors that somebody may notice, exceptions, or not known
};

/// What is known of constructor parameters.
struct ParameterFacts {
    std::map<clang::ParmVarDecl const*, Stability> arguments; ///< of those that stand for a text
    std::set<clang::ParmVarDecl const*> modified;             ///< written or moved from somewhere
};

Stability stability_of(clang::Expr const& expression, ParameterFacts const& facts);

/// Of a constructor that is run without arguments that act.
Stability construction_stability(clang::CXXConstructorDecl const& constructor);

/// Parameters that are named other than for reading their value at once: what refers or points to
/// them may change them.
std::set<clang::ParmVarDecl const*> modified_parameters(clang::Stmt const& code);

/// The same of constants: their addresses may be kept.
std::set<clang::ParmVarDecl const*> held_parameters(clang::Stmt const& code);

/// Parameters that are named at all.
std::set<clang::ParmVarDecl const*> named_parameters(clang::Stmt const& code);

/// Whether it stands in a system header, by where a macro that declares it is used.
bool is_of_system(clang::Decl const& declaration);

} // namespace collapse

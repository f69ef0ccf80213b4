// SPDX-License-Identifier: BSD-2-Clause
// What evaluating an expression reads and does: whether it may stand elsewhere, twice, or nowhere.
#pragma once

#include "hierarchy.hpp"

#include <map>
#include <set>

namespace clang {
class CXXConstructorDecl;
class Expr;
class ParmVarDecl;
class QualType;
class Stmt;
} // namespace clang

namespace collapse {

/// In ascending order of what can tell where and how often an expression is evaluated.
enum class Stability {
    stable, ///< the same value everywhere in a constructor: literals, parameters, constants
    reads,  ///< no effects, but it reads what others may write
    acts,   ///< effects, or not known
};

/// What is known of constructor parameters.
struct ParameterFacts {
    std::map<clang::ParmVarDecl const*, Stability> arguments; ///< of those that stand for a text
    std::set<clang::ParmVarDecl const*> modified;             ///< written or moved from somewhere
};

Stability stability_of(clang::Expr const& expression, ParameterFacts const& facts);

/// Of a constructor that is run without arguments that act.
Stability construction_stability(clang::CXXConstructorDecl const& constructor);

/// Parameters that are named other than for reading their value or for a reference to const.
std::set<clang::ParmVarDecl const*> modified_parameters(clang::Stmt const& code);

/// Parameters that are named at all.
std::set<clang::ParmVarDecl const*> named_parameters(clang::Stmt const& code);

/// Whether nothing can tell when an object of the type is destroyed: trivial destructors, and
/// those of a list of the standard library's classes over such types and the standard allocator.
bool destruction_is_unobservable(clang::QualType type);

/// Whether an exception may leave the code. C library functions are taken not to throw; what is
/// not visible and not `noexcept` is taken to, and virtual functions of other hierarchies.
bool may_throw(clang::Stmt const& code, Hierarchy const& hierarchy);

/// Whether the default constructor of the type, if it is a class, may throw.
bool default_construction_may_throw(clang::QualType type, Hierarchy const& hierarchy);

/// Whether the copy or move constructors of the type, if it is a class, may throw.
bool copy_may_throw(clang::QualType type, Hierarchy const& hierarchy);

} // namespace collapse

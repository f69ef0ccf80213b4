// SPDX-License-Identifier: BSD-2-Clause
// Expressions and constexpr functions that give the same whenever they are evaluated: a closed
// grammar, of which everything that it does not name is no part.
#pragma once

#include "evaluation.hpp"

namespace clang {
class CastExpr;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace collapse {

/// Whether the cast only makes one value or place of another.
bool is_plain_cast(clang::CastExpr const& cast);

/// Whether an expression of this kind does nothing but evaluate its parts and compute: literals,
/// members, arithmetic without assignments. Names, casts, calls and constructions are not among
/// them.
bool is_plain(clang::Expr const& expression);

/// Whether the operands of an expression of this kind are not evaluated.
bool is_unevaluated(clang::Expr const& expression);

/// The variable or object at the beginning of `a.b[2].c`.
clang::Expr const& root_of(clang::Expr const& place);

/// An object that never changes: a constant that the compiler knows, a literal, or a constant
/// member of the object under construction.
bool is_constant(clang::Expr const& root);

/// Whether naming the variable may run its constructor: one of each thread.
bool is_made_on_use(clang::VarDecl const& variable);

/// What the function, if it is constexpr, does that depends on more than its arguments and on what
/// they refer and point to. It need not be a constant expression for all of them, and a template
/// need not be one for any. Stable ones cannot fail.
Stability constant_stability(clang::FunctionDecl const& function);

} // namespace collapse

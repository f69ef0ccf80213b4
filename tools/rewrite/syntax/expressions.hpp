// SPDX-License-Identifier: BSD-2-Clause
// Questions about single expressions.
#pragma once

#include "clang.hpp"

namespace rewrite {

/// The token that stands for an expression wherever its operands move: the name, the operator.
/// Invalid if the expression has no token of its own.
clang::SourceLocation token_of(clang::Expr const& expression);

/// The expression under parentheses, temporaries and full-expression marks, after calls without a
/// value: `(call(), expression)`.
clang::Expr const& without_wrappers(clang::Expr const& expression);

/// Whether a conversion keeps the object and its address, or only changes where in a class
/// hierarchy it is seen: those change with the hierarchy.
bool stays_in_hierarchy(clang::CastKind kind);

/// The function that an operator written as an expression calls; null if it is built in.
clang::FunctionDecl const* called_function(clang::Expr const* expression);

} // namespace rewrite

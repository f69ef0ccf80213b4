// SPDX-License-Identifier: BSD-2-Clause
// The object of a call and its arguments, for operators as for other functions.
#pragma once

#include <rewrite/syntax/clang.hpp>

namespace collapse {

/// What a method is called on; null for other calls.
clang::Expr const* object_of(clang::CallExpr const& call);

/// The arguments by parameter: without the object, which calls of operators have in front.
std::vector<clang::Expr const*> arguments_of(clang::CallExpr const& call);

} // namespace collapse

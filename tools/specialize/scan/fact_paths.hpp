// SPDX-License-Identifier: BSD-2-Clause
// Reads invariants out of a facts function, as clang understands it.
#pragma once

#include "invariants.hpp"

#include <rewrite/text/unit.hpp>

namespace clang {
class Expr;
}

namespace specialize {

/// The members and variables that a path leads through, the first one first. Parameters and local
/// variables are left out: no other code can write them.
std::vector<In<clang::ValueDecl>> declarations_on(clang::Expr const& path, size_t source);

/// One invariant for each `flatland_fact(number, ...); path = value;` and each
/// `flatland_session(number, ..., &path, ...)`: number, path, text, place, value, and whether the
/// path covers it. Those of parameters have empty paths. The caller adds entry, name and the rest.
std::vector<Invariant> invariants_in(rewrite::Unit const& unit, size_t source,
                                     clang::FunctionDecl const& facts);

} // namespace specialize

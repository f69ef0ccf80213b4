// SPDX-License-Identifier: BSD-2-Clause
// Which virtual functions run while bases are constructed and destroyed: those of the stage, not
// the final ones.
#pragma once

#include "hierarchy.hpp"

#include <rewrite/lib/unit.hpp>

#include <map>

namespace clang {
class MemberExpr;
}

namespace collapse {

/// The callee's name in a call `f()` that must name the function of the stage afterwards.
using PhaseCalls = std::map<clang::MemberExpr const*, clang::CXXMethodDecl const*>;

/// Finds the virtual calls in constructors, destructors and default member initialisers of
/// flattened bases whose function is not the final overrider. Refuses those that are made on a
/// detour: from functions that a constructor calls, from lambdas, or through `this` given away.
PhaseCalls find_phase_calls(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                            rewrite::Diagnostics& diagnostics);

} // namespace collapse

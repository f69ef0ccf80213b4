// SPDX-License-Identifier: BSD-2-Clause
// Which functions with parameters of an interface's type are called with a known class: each gets
// a clone for it, an overload with the same body.
#pragma once

#include "call_sites.hpp"
#include <collapse/lib/edits/concrete_types.hpp>

#include <rewrite/text/unit.hpp>

#include <set>
#include <string>
#include <vector>

namespace collapse {

struct ParameterClone {
    clang::FunctionDecl const* function = nullptr; ///< as it is written, its first declaration
    ConcreteParameters concrete;                   ///< at least one is not null
    auto operator<=>(ParameterClone const&) const = default;
};

struct WantedClones {
    std::vector<ParameterClone> clones; ///< in the order of the functions in the text
    std::vector<std::string> remarks;   ///< functions that have none, and why, for --verbose
};

/// The clones that calls of the unit would choose, and the calls within these clones, and so on.
/// Functions in `excluded` get none, nor do others of their names.
WantedClones find_parameter_clones(rewrite::Unit const& unit, ConcreteTypes const& types,
                                   std::set<clang::FunctionDecl const*> const& excluded);

/// The class that a reference or pointer parameter names, if it can be another; null: none.
clang::CXXRecordDecl const* interface_of(clang::ParmVarDecl const& parameter);

} // namespace collapse

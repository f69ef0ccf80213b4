// SPDX-License-Identifier: BSD-2-Clause
// The calls of a unit, by the functions that make them.
#pragma once

#include <rewrite/text/unit.hpp>

#include <clang/AST/DeclarationName.h>

#include <map>
#include <set>
#include <vector>

namespace clang {
class Expr;
class FunctionDecl;
} // namespace clang

namespace collapse {

/// A call of a function by its name. Functions are as they are written: see `written_function`.
struct CallSite {
    clang::FunctionDecl const* callee = nullptr;
    clang::FunctionDecl const* body = nullptr; ///< the definition or instance it stands in, if any
    std::vector<clang::Expr const*> arguments; ///< by parameter, the object left out
};

struct CallSites {
    std::map<clang::FunctionDecl const*, std::vector<CallSite>> by_caller; ///< null: in no function
    std::set<clang::FunctionDecl const*> named; ///< used otherwise than called by their names

    /// Names that templates of system headers leave to the classes of their arguments, or that
    /// `requires` and its like ask for: what they find is not seen call by call.
    std::set<clang::DeclarationName> looked_up;
};

/// Walks over the unit and over the instances of templates.
CallSites find_call_sites(rewrite::Unit const& unit);

} // namespace collapse

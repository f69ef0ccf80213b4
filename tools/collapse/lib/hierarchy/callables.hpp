// SPDX-License-Identifier: BSD-2-Clause
// What a call may run that does not name its function.
#pragma once

#include <rewrite/text/unit.hpp>

#include <rewrite/syntax/clang.hpp>

namespace collapse {

/// Of one unit's text, template instantiations included.
struct Callables {
    /// Lambdas, call operators, and functions whose address is taken.
    std::set<clang::FunctionDecl const*> indirect;
    /// What the system's own code may call: overriders of its virtual functions, and functions of
    /// the program that replace its own.
    std::set<clang::FunctionDecl const*> of_system;
    /// For each virtual function, the ones that override it, directly or not.
    std::map<clang::CXXMethodDecl const*, std::set<clang::CXXMethodDecl const*>> overriders;
    /// For each class, those that derive from it, directly or not.
    std::map<clang::CXXRecordDecl const*, std::set<clang::CXXRecordDecl const*>> derived;
    /// Classes of global variables that other units can name.
    std::set<clang::CXXRecordDecl const*> global;
};

Callables find_callables(rewrite::Unit const& unit);

} // namespace collapse

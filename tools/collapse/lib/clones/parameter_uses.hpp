// SPDX-License-Identifier: BSD-2-Clause
// Whether a function does the same with a parameter whose type is a class instead of its base.
#pragma once

#include <string>

namespace clang {
class CXXRecordDecl;
class ParmVarDecl;
} // namespace clang

namespace collapse {

/// Why `parameter`, a reference or pointer to `interface`, cannot have `concrete` for its class;
/// empty: each use only calls members, or passes it on as a base. The body is that of the function
/// that declares the parameter; of a template it must be an instance's.
std::string obstacle_in_uses(clang::ParmVarDecl const& parameter,
                             clang::CXXRecordDecl const& interface,
                             clang::CXXRecordDecl const& concrete);

} // namespace collapse

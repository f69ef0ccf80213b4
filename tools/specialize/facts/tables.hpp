// SPDX-License-Identifier: BSD-2-Clause
// Tables of virtual functions, as the Itanium C++ ABI lays them out.
#pragma once

#include "probe.hpp"

namespace clang {
class CXXRecordDecl;
} // namespace clang

namespace specialize {

/// What the first word of `part` points to in an object whose class is `whole`. Nothing: one of
/// them has no virtual functions, `whole` is abstract, or a virtual base lies between them.
std::optional<TableAddress> table_address(clang::CXXRecordDecl const& whole,
                                          clang::CXXRecordDecl const& part,
                                          clang::ASTContext& context);

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Finds the classes of C++ that users and plans name.
#pragma once

#include <rewrite/text/find_records.hpp>

namespace clang {
class CXXRecordDecl;
} // namespace clang

namespace collapse {

/// As `rewrite::find_records`.
std::vector<clang::CXXRecordDecl const*> find_classes(clang::ASTContext& context,
                                                      std::string_view name);

} // namespace collapse

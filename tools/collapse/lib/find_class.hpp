// SPDX-License-Identifier: BSD-2-Clause
// Finds classes of a unit by the names that users and plans give.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clang {
class ASTContext;
class CXXRecordDecl;
} // namespace clang

namespace collapse {

/// All defined classes whose qualified name is `name`, or ends with `::name`; a leading `::` asks
/// for the whole name.
std::vector<clang::CXXRecordDecl const*> find_classes(clang::ASTContext& context,
                                                      std::string_view name);

/// Whether a text could name the class at all: its last component is among the identifiers.
bool mentions(std::string_view text, std::string_view class_name);

} // namespace collapse

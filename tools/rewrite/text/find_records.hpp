// SPDX-License-Identifier: BSD-2-Clause
// Finds classes and structs of a unit by the names that users and plans give.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clang {
class ASTContext;
class RecordDecl;
} // namespace clang

namespace rewrite {

/// All defined classes whose qualified name is `name`, or ends with `::name`; a leading `::` asks
/// for the whole name. In C a struct without a tag has the name of its typedef. Not those inside
/// functions.
std::vector<clang::RecordDecl const*> find_records(clang::ASTContext& context,
                                                   std::string_view name);

/// The qualified name of a class, without unnamed namespaces; that of its typedef if it has none.
std::string record_name(clang::RecordDecl const& record);

/// Whether a text could name the class at all: its last component is among the identifiers.
bool mentions(std::string_view text, std::string_view class_name);

} // namespace rewrite

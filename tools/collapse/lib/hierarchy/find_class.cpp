// SPDX-License-Identifier: BSD-2-Clause
// Finds the classes of C++ that users and plans name.
#include "find_class.hpp"

#include <rewrite/syntax/clang.hpp>

namespace collapse {

std::vector<clang::CXXRecordDecl const*> find_classes(clang::ASTContext& context,
                                                      std::string_view name) {
    std::vector<clang::CXXRecordDecl const*> found;
    for (clang::RecordDecl const* each : rewrite::find_records(context, name))
        if (auto const* const record = llvm::dyn_cast<clang::CXXRecordDecl>(each))
            found.push_back(record);
    return found;
}

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
#include "default_constructor.hpp"

#include <rewrite/syntax/clang.hpp>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::CXXRecordDecl;

CXXConstructorDecl const* declared_default_constructor(CXXRecordDecl const& record) {
    for (CXXConstructorDecl const* each : record.ctors())
        if (each->isDefaultConstructor()) return each;
    return nullptr;
}

CXXConstructorDecl const* default_constructor(CXXRecordDecl const& record) {
    for (CXXConstructorDecl const* each : record.ctors())
        if (each->isDefaultConstructor() && !each->isDeleted()) return each;
    return nullptr;
}

} // namespace collapse

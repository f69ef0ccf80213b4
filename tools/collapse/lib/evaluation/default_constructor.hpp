// SPDX-License-Identifier: BSD-2-Clause
// The constructor that is called without arguments.
#pragma once

namespace clang {
class CXXConstructorDecl;
class CXXRecordDecl;
} // namespace clang

namespace collapse {

/// The first one that is declared, deleted ones too; null: none.
clang::CXXConstructorDecl const* declared_default_constructor(clang::CXXRecordDecl const& record);

/// The first one that can be called; null: none.
clang::CXXConstructorDecl const* default_constructor(clang::CXXRecordDecl const& record);

} // namespace collapse

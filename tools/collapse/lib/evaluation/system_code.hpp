// SPDX-License-Identifier: BSD-2-Clause
// What is known of the standard library, whose code this tool does not look into.
#pragma once

#include "evaluation.hpp"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

namespace clang {
class CXXConstructorDecl;
class CXXRecordDecl;
class FunctionDecl;
class QualType;
} // namespace clang

namespace collapse {

/// Whether the class is one of these of namespace std.
bool is_of_library(clang::CXXRecordDecl const& record, llvm::ArrayRef<llvm::StringRef> names);

/// Whether the value of an object of the type is all that is read when it is read.
bool holds_its_value(clang::QualType type);

/// Whether parameters refer and point to constants only.
bool takes_only_constant(clang::FunctionDecl const& function);

/// Of a constructor of the system that is called by default or by values: stable ones cannot fail.
Stability system_stability(clang::CXXConstructorDecl const& constructor, bool by_default);

/// Of a constexpr function of the system: stable ones depend on what they get alone, and cannot
/// fail.
Stability system_stability(clang::FunctionDecl const& function);

/// Whether nobody can tell that an object of the type is copied, and when the copy ends.
bool is_copied_without_trace(clang::QualType type);

} // namespace collapse

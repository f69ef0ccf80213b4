// SPDX-License-Identifier: BSD-2-Clause
// Which classes of the program a type speaks of.
#pragma once

#include "class_names.hpp"

#include <set>

namespace collapse {

/// What stands for a pointer to anything.
inline constexpr char const* anything = "void";

/// The classes in a type, also those that pointers lead to, in signatures, in arguments of
/// templates and around nested ones; `anything` for `void*`, templates over `void`, `std::any` and
/// `...`.
std::set<std::string> mentioned(clang::QualType type, ClassNames& names);

/// Those in the arguments of a template.
std::set<std::string> mentioned(llvm::ArrayRef<clang::TemplateArgument> arguments,
                                ClassNames& names);

} // namespace collapse

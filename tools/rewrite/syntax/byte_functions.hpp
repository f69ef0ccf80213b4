// SPDX-License-Identifier: BSD-2-Clause
// Functions of the C library that take objects for bytes.
#pragma once

#include "clang.hpp"

namespace rewrite {

/// The name of a function without what compilers' and fortified variants add to it:
/// `__builtin___memcpy_chk` is `memcpy`. Empty for operators and the like.
llvm::StringRef plain_name(clang::FunctionDecl const& function);

/// Whether it reads or writes the bytes that a pointer leads to.
bool is_byte_function(clang::FunctionDecl const& function);

/// Whether a pointer to the type may be one to anything: characters, `std::byte`, `void`.
bool is_byte(clang::QualType type);

} // namespace rewrite

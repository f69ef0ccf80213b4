// SPDX-License-Identifier: BSD-2-Clause
// What functions of the C library and of the compilers do to what they get the address of.
#pragma once

#include <rewrite/syntax/clang.hpp>

#include <string>
#include <vector>

namespace specialize {

enum class ArgumentUse {
    written, ///< by the call, and not later
    kept,    ///< neither written nor passed on: `free`
    unknown,
};

/// What a function that is not given does to what its argument points to.
ArgumentUse use_of_argument(clang::FunctionDecl const& function, size_t index);

/// Whether a function that is not given forgets all that it was given when it returns, and hands
/// back nothing but that.
bool keeps_nothing(clang::FunctionDecl const& function);

/// Functions of POSIX that let other threads or handlers of the program run until they return.
std::vector<std::string> const& waiting_functions();

} // namespace specialize

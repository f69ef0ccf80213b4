// SPDX-License-Identifier: BSD-2-Clause
// Functions and variables that a source can name at its end, for pointers to be written by name.
#pragma once

#include <specialize/facts/shapes.hpp>

namespace specialize {

struct NamedSymbol {
    std::string name;   ///< as the end of the source writes it
    ShapePointer shape; ///< of a function only the type's names
    bool is_function = false;
    bool is_constant = false; ///< declared `const`
};

/// Those that the source defines or declares, without overloaded functions, templates and what a
/// system header declares and the source does not use.
std::vector<NamedSymbol> symbols_of(clang::ASTContext& context);

} // namespace specialize

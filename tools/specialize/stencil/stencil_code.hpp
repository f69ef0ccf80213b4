// SPDX-License-Identifier: BSD-2-Clause
// The first half of making a stencil: one function as an object file.
#pragma once

#include "stencil.hpp"

#include <llvm/ADT/SmallVector.h>

#include <map>
#include <memory>

namespace specialize {

/// What the symbols of an object file stand for.
struct StencilNames {
    std::string function;
    std::map<std::string, unsigned> holes;
    std::map<std::string, llvm::GlobalValue const*> values; ///< of the module, not of the copy
};

/// An object file in memory.
struct StencilObject {
    llvm::SmallVector<char, 0> bytes;
    StencilNames names;
};

/// Compiles the function on its own: position independent, and what is outside of it either near or
/// read from a table of addresses.
std::variant<StencilObject, StencilRefusal>
compile_alone(llvm::Module const& module, llvm::StringRef function, StencilOptions const& options);

/// The number of a hole by its name, or -1.
int hole_number(llvm::StringRef name);

} // namespace specialize

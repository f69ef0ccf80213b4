// SPDX-License-Identifier: BSD-2-Clause
// Stencils: machine code of one function with holes, to be completed at run time.
//
// A hole is the address of a variable `flatland_hole_<number>` (engine/holes.hpp): a constant that
// nobody knows yet. LLVM's own code generator makes the code, so that what it knows of constants is
// used, and the relocations of its object file say where the holes are. The idea is of Xu and
// Kjolstad, "Copy-and-Patch Compilation" (OOPSLA 2021); theirs are fragments of an expression each,
// ours is a whole function, and what it refers to is a table of pointers instead of a linker.
#pragma once

#include <specialize/runtime/include/flatland_stencil.h>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Support/CodeGen.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace specialize {

/// What the code refers to outside of itself.
struct StencilSymbol {
    llvm::WeakTrackingVH value; ///< null for functions that the code generator calls of itself
    std::string name;
};

/// The code, and what is to be written into it (runtime/include/flatland_stencil.h).
struct Stencil {
    std::string code;
    std::uint16_t machine = 0;
    std::vector<std::uint8_t> hole_bits;
    std::vector<FlatlandPatch> patches;
    std::vector<StencilSymbol> symbols;
};

/// Why there is no stencil.
struct StencilRefusal {
    std::string code; ///< S032x
    std::string message;
};

/// How to make it.
struct StencilOptions {
    llvm::CodeGenOptLevel level = llvm::CodeGenOptLevel::Default;
    /// How many low bits of each hole may be other than 0, in order: of 32 bits and less are the
    /// shorter instructions. Holes that are not listed have 64.
    llvm::ArrayRef<unsigned> hole_bits;
    bool is_optimised = true; ///< false: LLVM's passes are run on it
};

/// Compiles one function of the module in memory; its code may go
/// anywhere near the program. The module stays as it is.
std::variant<Stencil, StencilRefusal> extract(llvm::Module const& module, llvm::StringRef function,
                                              StencilOptions const& options = {});

/// Adds the stencil to its module as the constant `name`, a `struct FlatlandStencil`; a declaration
/// of that name is replaced. To be done before any other pass: it keeps the functions and variables
/// that the code uses, and the way that they are called.
llvm::GlobalVariable& add_table(llvm::Module& module, Stencil const& stencil, llvm::StringRef name);

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Values that are known before calls but not yet at build time: constants of the linker's kind.
#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

namespace specialize {

/// The variable whose address is the value of a hole: nothing is assumed of it, not even that it
/// is not null or that two are different, and all its 64 bits may be used.
llvm::GlobalVariable& hole_in(llvm::Module& module, unsigned number);

/// The hole as an integer of so many bits.
llvm::Constant* hole_as_integer(llvm::Module& module, unsigned number, unsigned bits);

/// Whether the constant is computed from holes.
bool depends_on_hole(llvm::Constant const& constant);

/// Null if the constant is not the address that a hole stands for.
llvm::GlobalVariable* hole_behind(llvm::Constant* constant);

} // namespace specialize

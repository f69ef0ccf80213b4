// SPDX-License-Identifier: BSD-2-Clause
// Gives functions that are made the names by which programs call them.
#pragma once

#include "spec.hpp"

#include <llvm/IR/Module.h>

namespace specialize {

/// Whether the sources define the version's name themselves, which is refused (S0128).
bool is_taken(Entry const& entry, llvm::Module const& module, rewrite::Diagnostics& diagnostics);

/// All calls of the general code but the chooser's own go to the chooser, which gets its name; the
/// general code becomes `NAME_generic`, local to the object.
void replace(llvm::Function& generic, llvm::Function& chooser);

} // namespace specialize

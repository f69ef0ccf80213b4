// SPDX-License-Identifier: BSD-2-Clause
// Functions that take the place of another one: versions, and what chooses among them.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace specialize {

/// Makes an empty function `name` that can be called in the place of `entry`. Of the entry's
/// attributes it has those that hold for it too. What the entry leaves undone with memory does not:
/// guards read through the parameters, and a version may reach through a parameter what the entry
/// reaches in another way.
llvm::Function& declare_like(llvm::Function& entry, llvm::StringRef name);

/// After calls of an entry have become calls of `function`: what was found about the effects of
/// the callers, and of theirs, leaves out what guards do, and is taken back.
void widen_effects_of_callers(llvm::Function& function);

/// What a function passes on to one with the same parameters.
llvm::SmallVector<llvm::Value*> parameters_of(llvm::Function& function);

} // namespace specialize

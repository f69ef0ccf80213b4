// SPDX-License-Identifier: BSD-2-Clause
// The sources as one module of LLVM, before and after the engine.
#pragma once

#include "project.hpp"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <set>

namespace specialize {

struct Linked {
    std::unique_ptr<llvm::LLVMContext> context;
    std::unique_ptr<llvm::Module> module;
};

/// Nothing: refused (S0404), as two sources define one name.
std::optional<Linked> link(Project const& project, rewrite::Diagnostics& diagnostics);

/// Removes facts functions and what they call.
void remove_facts(llvm::Module& module);

/// Leaves functions that are not in `before` and what must be with them; all else becomes
/// references into the user's own objects. What they refer to and no other object can is refused
/// (S0405).
void leave_alone(llvm::Module& module, std::set<std::string> const& before,
                 rewrite::Diagnostics& diagnostics);

/// The names of all functions that the module defines.
std::set<std::string> function_names(llvm::Module const& module);

/// Writes machine code by clang, with the user's flags. False: refused (S0403, S0111).
bool write_object(llvm::Module& module, Build const& build, std::string const& output,
                  rewrite::Diagnostics& diagnostics);

} // namespace specialize

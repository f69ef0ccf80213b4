// SPDX-License-Identifier: BSD-2-Clause
// Changes names and uses of functions of a module.
#include "replacement.hpp"

#include <specialize/engine/declare.hpp>

#include <llvm/IR/Instruction.h>

namespace specialize {

bool is_taken(Entry const& entry, llvm::Module const& module, rewrite::Diagnostics& diagnostics) {
    llvm::GlobalValue const* const same_name = module.getNamedValue(entry.version.text);
    if (same_name == nullptr || same_name->isDeclaration()) return false;
    diagnostics.refuse("S0128", entry.version.place,
                       "the sources have a `" + entry.version.text + "` already",
                       "choose another name");
    return true;
}

void replace(llvm::Function& generic, llvm::Function& chooser) {
    std::string const name = generic.getName().str();
    generic.replaceUsesWithIf(&chooser, [&](llvm::Use& use) {
        auto const* const instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        return instruction == nullptr || instruction->getFunction() != &chooser;
    });
    chooser.setLinkage(generic.getLinkage());
    generic.setName(name + "_generic");
    generic.setComdat(nullptr);
    generic.setLinkage(llvm::GlobalValue::InternalLinkage);
    chooser.setName(name);
    widen_effects_of_callers(chooser);
}

} // namespace specialize

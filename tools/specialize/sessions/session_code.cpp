// SPDX-License-Identifier: BSD-2-Clause
// Only one function becomes a stencil, so guards and versions are put into the one that chooses.
#include "session_code.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace specialize {
namespace {

using Functions = llvm::SmallSetVector<llvm::Function*, 8>;

Functions parts_of(std::vector<Version> const& versions) {
    Functions parts;
    for (Version const& each : versions) {
        parts.insert(each.body);
        if (each.guard != nullptr) parts.insert(each.guard);
    }
    return parts;
}

void put_into(llvm::Function& whole, Functions const& parts) {
    std::vector<llvm::CallInst*> calls;
    for (llvm::Instruction& each : llvm::instructions(whole))
        if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&each);
            call != nullptr && parts.contains(call->getCalledFunction()))
            calls.push_back(call);
    for (llvm::CallInst* const call : calls) {
        llvm::InlineFunctionInfo details;
        llvm::InlineFunction(*call, details);
    }
}

/// Its own name in the file, which stays when the linker's names are given away.
void name_generic(llvm::Function& generic, std::string const& name) {
    llvm::Module& module = *generic.getParent();
    auto* const alias = llvm::GlobalAlias::create(
        generic.getFunctionType(), 0, llvm::GlobalValue::ExternalLinkage, "", &generic, &module);
    alias->setVisibility(llvm::GlobalValue::HiddenVisibility);
    if (llvm::GlobalValue* const declared = module.getNamedValue(name)) {
        declared->replaceAllUsesWith(alias);
        declared->eraseFromParent();
    }
    alias->setName(name);
}

} // namespace

std::optional<StencilRefusal> make_session_code(llvm::Module& module, llvm::Function& generic,
                                                std::vector<Version> const& versions,
                                                std::string const& name) {
    name_generic(generic, name + "_generic");
    llvm::Function& whole = *dispatch(generic, versions, name + ".session");
    Functions const parts = parts_of(versions);
    put_into(whole, parts);
    auto made = extract(module, whole.getName(),
                        {.hole_bits = versions.front().hole_bits, .is_optimised = false});
    if (auto const* const refusal = std::get_if<StencilRefusal>(&made)) return *refusal;
    whole.eraseFromParent();
    for (llvm::Function* const each : parts)
        each->eraseFromParent();
    add_table(module, std::get<Stencil>(made), name + "_stencil");
    return std::nullopt;
}

} // namespace specialize

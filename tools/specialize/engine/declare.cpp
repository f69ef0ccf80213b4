// SPDX-License-Identifier: BSD-2-Clause
// Which attributes of a function hold for one in its place.
#include "declare.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

namespace specialize {
namespace {

/// Guards only read, so that what only reads still does. A version writes what the entry writes,
/// but perhaps by another way: through a variable's name in place of a parameter.
llvm::MemoryEffects widened(llvm::MemoryEffects effects) {
    return effects.onlyReadsMemory() ? llvm::MemoryEffects::readOnly()
                                     : llvm::MemoryEffects::unknown();
}

void widen_effects(llvm::Function& function) {
    if (function.hasFnAttribute(llvm::Attribute::Memory))
        function.setMemoryEffects(widened(function.getMemoryEffects()));
    for (llvm::Argument& parameter : function.args())
        for (auto const kind :
             {llvm::Attribute::ReadNone, llvm::Attribute::ReadOnly, llvm::Attribute::WriteOnly,
              llvm::Attribute::NoCapture, llvm::Attribute::NoFree})
            parameter.removeAttr(kind);
}

} // namespace

llvm::Function& declare_like(llvm::Function& entry, llvm::StringRef name) {
    auto* const function = llvm::Function::Create(
        entry.getFunctionType(), llvm::GlobalValue::ExternalLinkage, name, entry.getParent());
    function->copyAttributesFrom(&entry);
    function->setPersonalityFn(nullptr);
    function->setComdat(nullptr);
    function->setVisibility(llvm::GlobalValue::DefaultVisibility);
    for (auto const kind :
         {llvm::Attribute::OptimizeNone, llvm::Attribute::NoInline, llvm::Attribute::AlwaysInline})
        function->removeFnAttr(kind);
    for (llvm::Argument& parameter : function->args())
        parameter.setName(entry.getArg(parameter.getArgNo())->getName());
    widen_effects(*function);
    return *function;
}

void widen_effects_of_callers(llvm::Function& function) {
    llvm::SetVector<llvm::Function*> reached;
    reached.insert(&function);
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (llvm::User* const user : reached[i]->users()) {
            auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
            if (call == nullptr || call->getCalledFunction() != reached[i]) continue;
            if (call->getAttributes().hasFnAttr(llvm::Attribute::Memory))
                call->setMemoryEffects(widened(call->getMemoryEffects()));
            if (reached.insert(call->getFunction())) widen_effects(*call->getFunction());
        }
}

llvm::SmallVector<llvm::Value*> parameters_of(llvm::Function& function) {
    llvm::SmallVector<llvm::Value*> parameters;
    for (llvm::Argument& each : function.args())
        parameters.push_back(&each);
    return parameters;
}

} // namespace specialize

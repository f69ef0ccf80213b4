// SPDX-License-Identifier: BSD-2-Clause
// The function that callers call: guards, versions, and the general code if no guard holds.
#include "declare.hpp"
#include "specialize.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace specialize {
namespace {

llvm::CallInst* tail_call(llvm::IRBuilder<>& builder, llvm::Function& from, llvm::Function& to) {
    auto* const call = builder.CreateCall(&to, parameters_of(from));
    call->setCallingConv(to.getCallingConv());
    call->setAttributes(to.getAttributes().removeFnAttributes(to.getContext()));
    call->setTailCallKind(llvm::CallInst::TCK_MustTail);
    if (to.getReturnType()->isVoidTy())
        builder.CreateRetVoid();
    else
        builder.CreateRet(call);
    return call;
}

llvm::Value* holds(llvm::IRBuilder<>& builder, llvm::Function& from, llvm::Function& guard) {
    auto* const call = builder.CreateCall(&guard, parameters_of(from));
    call->setCallingConv(guard.getCallingConv());
    for (llvm::Argument& each : from.args())
        if (each.hasByValAttr())
            call->addParamAttr(each.getArgNo(), each.getAttribute(llvm::Attribute::ByVal));
    return call;
}

llvm::Function& build(llvm::Function& generic, llvm::ArrayRef<Version> versions) {
    llvm::Function* const function = &declare_like(generic, "");
    llvm::LLVMContext& context = generic.getContext();
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "start", function));
    for (Version const& version : versions) {
        if (version.guard == nullptr) {
            tail_call(builder, *function, *version.body);
            return *function;
        }
        auto* const chosen = llvm::BasicBlock::Create(context, "version", function);
        auto* const next = llvm::BasicBlock::Create(context, "next", function);
        builder.CreateCondBr(holds(builder, *function, *version.guard), chosen, next);
        builder.SetInsertPoint(chosen);
        tail_call(builder, *function, *version.body);
        builder.SetInsertPoint(next);
    }
    // The general code is the exception: in the dispatcher it would only cost the versions
    // registers.
    tail_call(builder, *function, generic)->setIsNoInline();
    return *function;
}

} // namespace

llvm::Function* dispatch(llvm::Function& generic, llvm::ArrayRef<Version> versions,
                         llvm::StringRef name) {
    llvm::Function& function = build(generic, versions);
    llvm::GlobalValue* const declaration = generic.getParent()->getNamedValue(name);
    if (declaration != nullptr) {
        function.takeName(declaration);
        declaration->replaceAllUsesWith(&function);
        declaration->eraseFromParent();
        widen_effects_of_callers(function);
    }
    function.setName(name);
    return &function;
}

} // namespace specialize

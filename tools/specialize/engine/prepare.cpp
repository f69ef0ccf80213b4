// SPDX-License-Identifier: BSD-2-Clause
// Brings a module into the shape that is followed best: registers, known effects, constants.
#include "specialize.hpp"

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/FunctionAttrs.h>
#include <llvm/Transforms/IPO/InferFunctionAttrs.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/GlobalStatus.h>

namespace specialize {
namespace {

/// Variables that the module never writes, and nothing else can, are constants.
void find_constants(llvm::Module& module) {
    for (llvm::GlobalVariable& variable : module.globals()) {
        if (!variable.hasLocalLinkage() || variable.isConstant() || !variable.hasInitializer())
            continue;
        llvm::GlobalStatus status;
        if (!llvm::GlobalStatus::analyzeGlobal(&variable, status) &&
            status.StoredType == llvm::GlobalStatus::NotStored)
            variable.setConstant(true);
    }
}

} // namespace

void prepare(llvm::Module& module) {
    llvm::PassBuilder builder;
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);

    find_constants(module);
    llvm::FunctionPassManager each;
    each.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    each.addPass(llvm::EarlyCSEPass());
    each.addPass(llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions().speculateBlocks(false)));
    for (llvm::Function& function : module)
        if (!function.isDeclaration() && !function.hasOptNone()) each.run(function, functions);
    llvm::ModulePassManager all;
    all.addPass(llvm::InferFunctionAttrsPass());
    all.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::PostOrderFunctionAttrsPass()));
    all.run(module, modules);
}

} // namespace specialize

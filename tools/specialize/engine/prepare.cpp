// SPDX-License-Identifier: BSD-2-Clause
// Brings a module into the shape that is followed best: registers, known effects, constants.
#include "passes.hpp"
#include "specialize.hpp"

#include <llvm/IR/Module.h>
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
    find_constants(module);
    Passes passes;
    for (llvm::Function& function : module)
        if (!function.isDeclaration() && !function.hasOptNone())
            passes.run(function, llvm::SROAPass(llvm::SROAOptions::PreserveCFG),
                       llvm::EarlyCSEPass(),
                       llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions().speculateBlocks(false)));
    passes.run(module, llvm::InferFunctionAttrsPass(),
               llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::PostOrderFunctionAttrsPass()));
}

} // namespace specialize

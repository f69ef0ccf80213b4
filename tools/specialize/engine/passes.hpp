// SPDX-License-Identifier: BSD-2-Clause
// Runs passes of LLVM on one function or on a module.
#pragma once

#include <llvm/Passes/PassBuilder.h>

#include <utility>

namespace specialize {

/// LLVM's passes with all analyses that they ask for. What analyses found is kept from one run to
/// the next, so that changes which no pass has made must be reported by `changed`.
class Passes {
public:
    /// With a machine they know what is cheap on it; it must live on.
    explicit Passes(llvm::TargetMachine* machine = nullptr) {
        llvm::PassBuilder builder(machine);
        builder.registerModuleAnalyses(modules_);
        builder.registerCGSCCAnalyses(components_);
        builder.registerFunctionAnalyses(functions_);
        builder.registerLoopAnalyses(loops_);
        builder.crossRegisterProxies(loops_, functions_, components_, modules_);
    }

    template<typename... Each>
    void run(llvm::Function& function, Each... each) {
        llvm::FunctionPassManager passes;
        (passes.addPass(std::move(each)), ...);
        passes.run(function, functions_);
    }

    template<typename... Each>
    void run(llvm::Module& module, Each... each) {
        llvm::ModulePassManager passes;
        (passes.addPass(std::move(each)), ...);
        passes.run(module, modules_);
    }

    void changed(llvm::Function& function) {
        functions_.invalidate(function, llvm::PreservedAnalyses::none());
    }

private:
    llvm::LoopAnalysisManager loops_;
    llvm::FunctionAnalysisManager functions_;
    llvm::CGSCCAnalysisManager components_;
    llvm::ModuleAnalysisManager modules_;
};

} // namespace specialize

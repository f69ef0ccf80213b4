// SPDX-License-Identifier: BSD-2-Clause
// The engine as a pass of LLVM, for clang, opt and lld: makes the versions that facts functions in
// the module ask for (include/flatland_facts.h).
#include <specialize/engine/specialize.hpp>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>

namespace specialize {
namespace {

/// What one facts function asks for.
struct Request {
    llvm::Function* facts = nullptr;
    llvm::Function* entry = nullptr;
};

/// By the version's name; its choices are in the order of the module.
using Requests = std::map<std::string, std::vector<Request>>;

llvm::CallInst* announcement_in(llvm::Function& function) {
    for (llvm::Instruction& each : llvm::instructions(function)) {
        auto* const call = llvm::dyn_cast<llvm::CallInst>(&each);
        llvm::Function const* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
        if (callee != nullptr && callee->getName() == "flatland_version") return call;
    }
    return nullptr;
}

void refuse(llvm::Module& module, llvm::Twine const& message) {
    module.getContext().emitError("specialize: " + message);
}

Requests requests_in(llvm::Module& module) {
    Requests requests;
    for (llvm::Function& function : module) {
        llvm::CallInst* const call = announcement_in(function);
        if (call == nullptr) continue;
        llvm::StringRef name;
        auto* const entry =
            llvm::dyn_cast<llvm::Function>(call->getArgOperand(0)->stripPointerCastsAndAliases());
        if (entry == nullptr || !llvm::getConstantStringInfo(call->getArgOperand(1), name)) {
            refuse(module, "S0301: `" + function.getName() +
                               "` names no function, or its version by no literal");
            continue;
        }
        requests[name.str()].push_back({&function, entry});
        call->eraseFromParent();
    }
    return requests;
}

void make(llvm::Module& module, std::string const& name, std::vector<Request> const& choices) {
    llvm::GlobalValue const* const same_name = module.getNamedValue(name);
    if (same_name != nullptr && !same_name->isDeclaration())
        return refuse(module, "S0128: the module has a `" + name + "` already");
    std::vector<Version> versions;
    for (Request const& each : choices) {
        std::string const version = name + "." + std::to_string(versions.size());
        auto made =
            specialize(module, {each.entry->getName().str(), version, each.facts->getName().str()});
        if (auto const* const refusal = std::get_if<Refusal>(&made)) {
            std::string const place =
                refusal->line == 0 ? ""
                                   : refusal->file + ":" + std::to_string(refusal->line) + ": ";
            return refuse(module, place + refusal->code + ": " + refusal->message);
        }
        versions.push_back(std::get<Version>(std::move(made)));
    }
    for (Version const& each : versions) {
        each.body->setLinkage(llvm::GlobalValue::InternalLinkage);
        if (each.guard != nullptr) each.guard->setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    dispatch(*choices.front().entry, versions, name);
}

void remove_facts(llvm::Module& module, Requests const& requests) {
    for (auto const& [name, choices] : requests)
        for (Request const& each : choices) {
            llvm::removeFromUsedLists(module, [&](llvm::Constant* used) {
                return used->stripPointerCasts() == each.facts;
            });
            each.facts->replaceAllUsesWith(llvm::PoisonValue::get(each.facts->getType()));
            each.facts->eraseFromParent();
        }
}

class SpecializePass : public llvm::PassInfoMixin<SpecializePass> {
public:
    static llvm::PreservedAnalyses run(llvm::Module& module,
                                       llvm::ModuleAnalysisManager& /*analyses*/) {
        Requests const requests = requests_in(module);
        if (requests.empty()) return llvm::PreservedAnalyses::all();
        prepare(module);
        for (auto const& [name, choices] : requests)
            make(module, name, choices);
        remove_facts(module, requests);
        return llvm::PreservedAnalyses::none();
    }

    static bool isRequired() { return true; } // at -O0, too: something calls the version
};

void register_pass(llvm::PassBuilder& builder) {
    auto const add = [](llvm::ModulePassManager& passes, auto... /*level*/) {
        passes.addPass(SpecializePass());
    };
    builder.registerPipelineStartEPCallback(add);
    builder.registerFullLinkTimeOptimizationEarlyEPCallback(add);
    builder.registerPipelineParsingCallback(
        [add](llvm::StringRef name, llvm::ModulePassManager& passes,
              llvm::ArrayRef<llvm::PassBuilder::PipelineElement> /*inner*/) {
            if (name != "specialize") return false;
            add(passes);
            return true;
        });
}

} // namespace
} // namespace specialize

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "specialize", LLVM_VERSION_STRING, specialize::register_pass};
}

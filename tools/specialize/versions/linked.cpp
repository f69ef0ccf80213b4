// SPDX-License-Identifier: BSD-2-Clause
// Links bitcode, and prepares facts functions for the engine.
#include "linked.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Function.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace specialize {
namespace {

/// Errors of the linker, which come to the context.
class LinkMessages : public llvm::DiagnosticHandler {
public:
    explicit LinkMessages(std::string& text) : text_(text) {}

    bool handleDiagnostics(llvm::DiagnosticInfo const& info) override {
        if (info.getSeverity() != llvm::DS_Error) return true;
        llvm::raw_string_ostream out(text_);
        llvm::DiagnosticPrinterRawOStream printer(out);
        info.print(printer);
        return true;
    }

private:
    std::string& text_;
};

} // namespace

std::optional<Linked> link(Project const& project, rewrite::Diagnostics& diagnostics) {
    Linked linked{std::make_unique<llvm::LLVMContext>(), nullptr};
    std::string message;
    linked.context->setDiagnosticHandler(std::make_unique<LinkMessages>(message));
    linked.module = std::make_unique<llvm::Module>(project.spec.file, *linked.context);
    llvm::Linker linker(*linked.module);
    for (size_t i = 0; i < project.bitcode.size(); ++i) {
        std::string const& file = project.build.sources[i].file;
        auto part = llvm::parseBitcodeFile({project.bitcode[i], file}, *linked.context);
        if (!part) {
            diagnostics.refuse("S0404", {file}, llvm::toString(part.takeError()));
            return std::nullopt;
        }
        if (!linker.linkInModule(std::move(*part))) continue;
        diagnostics.refuse("S0404", {file}, "the sources do not fit together: " + message,
                           "name only sources of one program");
        return std::nullopt;
    }
    linked.context->setDiagnosticHandler(std::make_unique<llvm::DiagnosticHandler>());
    return linked;
}

void remove_facts(llvm::Module& module) {
    auto const is_facts = [](llvm::Function const& function) {
        return function.getName().starts_with("flatland_facts_") ||
               function.getName().starts_with("flatland_keep_");
    };
    llvm::removeFromUsedLists(module, [&](llvm::Constant* used) {
        auto const* const function = llvm::dyn_cast<llvm::Function>(used->stripPointerCasts());
        return function != nullptr && is_facts(*function);
    });
    for (llvm::Function& function : llvm::make_early_inc_range(module))
        if (is_facts(function)) function.eraseFromParent();
    for (llvm::StringRef const name :
         {"flatland_fact", "flatland_object", "flatland_apart", "flatland_alone", "flatland_likely",
          "flatland_session", "flatland_session_object"})
        if (llvm::Function* const helper = module.getFunction(name))
            if (helper->use_empty()) helper->eraseFromParent();
}

std::set<std::string> function_names(llvm::Module const& module) {
    std::set<std::string> names;
    for (llvm::Function const& function : module)
        if (!function.isDeclaration()) names.insert(function.getName().str());
    return names;
}

} // namespace specialize

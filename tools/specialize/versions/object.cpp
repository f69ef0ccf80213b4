// SPDX-License-Identifier: BSD-2-Clause
// Leaves in the module what belongs into the object file, and writes that.
#include "linked.hpp"

#include <rewrite/tool/child.hpp>

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include <cerrno>
#include <cstring>

namespace specialize {
namespace {

/// Copies of it are as good as it is: merged by the linker, or without an address that matters.
bool may_be_copied(llvm::GlobalValue const& value) {
    auto const* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
    bool const is_literal = variable != nullptr && variable->isConstant() &&
                            variable->hasLocalLinkage() && variable->hasAtLeastLocalUnnamedAddr();
    return is_literal || value.hasLinkOnceLinkage() || value.hasWeakODRLinkage();
}

/// Lists that the linker would join with those of the user's objects.
void remove_special_variables(llvm::Module& module) {
    for (llvm::StringRef const name :
         {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"})
        if (llvm::GlobalVariable* const variable = module.getNamedGlobal(name))
            variable->eraseFromParent();
    module.setModuleInlineAsm("");
}

void make_declaration(llvm::GlobalObject& object) {
    if (auto* const function = llvm::dyn_cast<llvm::Function>(&object))
        function->deleteBody();
    else
        llvm::cast<llvm::GlobalVariable>(object).setInitializer(nullptr);
    object.setLinkage(llvm::GlobalValue::ExternalLinkage);
    object.setComdat(nullptr);
}

void remove_unused(llvm::Module& module) {
    llvm::ModuleAnalysisManager analyses;
    llvm::GlobalDCEPass().run(module, analyses);
}

void refuse_local(llvm::GlobalValue const& value, rewrite::Diagnostics& diagnostics) {
    std::string const name = "`" + value.getName().str() + "`";
    diagnostics.refuse("S0405", {},
                       "the version needs " + name +
                           ", which is local to its source: no other object can refer to it",
                       "leave out `--alone` and link the written object in the place of your own, "
                       "or declare " +
                           name + " without `static`");
}

/// An alias that is defined here would need what it stands for.
void replace_aliases(llvm::Module& module) {
    for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
        alias.replaceAllUsesWith(alias.getAliasee());
        alias.eraseFromParent();
    }
}

} // namespace

void leave_alone(llvm::Module& module, std::set<std::string> const& before,
                 rewrite::Diagnostics& diagnostics) {
    remove_special_variables(module);
    replace_aliases(module);
    std::vector<llvm::GlobalObject*> others;
    for (llvm::GlobalObject& object : module.global_objects()) {
        bool const is_new =
            llvm::isa<llvm::Function>(object) && !before.contains(object.getName().str());
        if (!is_new && !object.isDeclaration() && !may_be_copied(object)) others.push_back(&object);
    }
    std::vector<llvm::GlobalObject const*> locals;
    for (llvm::GlobalObject* const object : others) {
        if (object->hasLocalLinkage()) locals.push_back(object);
        make_declaration(*object);
    }
    // What is used only by code that has just gone is no matter.
    std::set<llvm::GlobalObject const*> left;
    remove_unused(module);
    for (llvm::GlobalObject const& object : module.global_objects())
        left.insert(&object);
    for (llvm::GlobalObject const* const object : locals)
        if (left.contains(object)) refuse_local(*object, diagnostics);
}

bool write_object(llvm::Module& module, Build const& build, std::string const& output,
                  rewrite::Diagnostics& diagnostics) {
    if (!build.wants_debug_information) llvm::StripDebugInfo(module);
    std::string bytes;
    llvm::raw_string_ostream out(bytes);
    llvm::WriteBitcodeToFile(module, out);
    rewrite::TemporaryFolder folder;
    std::string const input = folder.write("module.bc", bytes);
    std::string const object = input.empty() ? "" : folder.write("module.o", "");
    if (object.empty()) {
        diagnostics.refuse("S0111", {}, std::string("temporary file: ") + std::strerror(errno));
        return false;
    }
    std::vector<std::string> words = {build.clang, "-Qunused-arguments", "-w"};
    words.insert(words.end(), build.code_flags.begin(), build.code_flags.end());
    words.insert(words.end(), {"-c", input, "-o", object});
    if (rewrite::run_child(words) != 0) {
        diagnostics.refuse("S0403", {}, "`" + build.clang + "` cannot compile the result");
        return false;
    }
    // Only what is whole comes to where it is wanted.
    if (std::error_code const error = llvm::sys::fs::copy_file(object, output)) {
        diagnostics.refuse("S0111", {output}, error.message());
        return false;
    }
    return true;
}

} // namespace specialize

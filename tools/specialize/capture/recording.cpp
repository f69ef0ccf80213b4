// SPDX-License-Identifier: BSD-2-Clause
// Compiles the recorder, links it with the sources, and puts recording functions before entries.
#include "recording.hpp"

#include "recorder_text.hpp"

#include <specialize/engine/declare.hpp>
#include <specialize/engine/specialize.hpp>
#include <specialize/source/clang_messages.hpp>
#include <specialize/spec/replacement.hpp>

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <rewrite/tool/child.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace specialize {
namespace {

using rewrite::Diagnostics;

/// Only flags of the machine: the recorder is no source of the program.
Build recorder_build(Build const& build) {
    Build result = build;
    std::erase_if(result.reading_flags, [](std::string const& word) {
        llvm::StringRef const flag = word;
        return !flag.starts_with("-m") && !flag.starts_with("-f") && !flag.starts_with("-O") &&
               !flag.starts_with("--target") && !flag.starts_with("--sysroot");
    });
    return result;
}

bool add_recorder(Project& project, Diagnostics& diagnostics) {
    rewrite::TemporaryFolder folder;
    std::string const text = std::string(recorder_declarations()) + std::string(recorder_source());
    Source const source{folder.write("recorder.c", text), rewrite::Language::c};
    if (source.file.empty()) {
        diagnostics.refuse("S0111", {}, std::string("temporary file: ") + std::strerror(errno));
        return false;
    }
    Compiled compiled =
        compile(recorder_build(project.build), source, {}, Depth::to_bitcode, nullptr);
    refuse_for(compiled.errors, project.spec, diagnostics);
    project.build.sources.push_back(source);
    project.bitcode.push_back(std::move(compiled.bitcode));
    return compiled.errors.empty();
}

bool is_symbol_table(llvm::Value const& value) {
    return llvm::isa<llvm::GlobalVariable>(value) &&
           value.getName().starts_with(symbol_table_prefix);
}

/// Whether the constant is part of tables of symbols, and of nothing else.
bool is_in_table(llvm::Value const& part) {
    bool const is_part = llvm::isa<llvm::Constant>(part) && !llvm::isa<llvm::GlobalValue>(part);
    return is_symbol_table(part) ||
           (is_part && std::ranges::all_of(part.users(), [](llvm::User const* user) {
                return is_in_table(*user);
            }));
}

bool has_address_in_program(llvm::Value const& value);

/// Whether a pointer in the program may get this address: it is no call and no access to it.
bool takes_address(llvm::Use const& use) {
    llvm::User const& user = *use.getUser();
    if (is_symbol_table(user) || user.getName().starts_with("llvm.")) return false;
    if (auto const* const call = llvm::dyn_cast<llvm::CallBase>(&user))
        return !call->isCallee(&use);
    if (llvm::isa<llvm::LoadInst>(user)) return false;
    if (llvm::isa<llvm::StoreInst>(user))
        return use.getOperandNo() != llvm::StoreInst::getPointerOperandIndex();
    bool const is_part = llvm::isa<llvm::Constant>(user) && !llvm::isa<llvm::GlobalValue>(user);
    return !is_part || has_address_in_program(user);
}

bool has_address_in_program(llvm::Value const& value) {
    return llvm::any_of(value.uses(), takes_address);
}

/// Symbols that other sources define need not be in the program; nor need those in sections of
/// their own, which the linker would leave out with what they refer to.
bool may_be_missing(llvm::GlobalValue const& value, Build const& build) {
    bool const has_section = std::ranges::any_of(build.code_flags, [](std::string const& flag) {
        return flag == "-ffunction-sections" || flag == "-fdata-sections";
    });
    return value.isDeclaration() || has_section;
}

/// Takes symbols out of the tables that would otherwise become part of the program by them alone.
void forget_unneeded_symbols(llvm::Module& module, Build const& build) {
    for (llvm::GlobalValue& value : module.global_values()) {
        if (!may_be_missing(value, build) || has_address_in_program(value)) continue;
        // Operand 0 is the symbol's name, operand 1 its address.
        value.replaceUsesWithIf(llvm::Constant::getNullValue(value.getType()),
                                [](llvm::Use const& use) {
                                    return use.getOperandNo() == 1 && is_in_table(*use.getUser());
                                });
    }
}

/// Other objects may bring a recorder of their own.
void make_local(llvm::Module& module) {
    for (llvm::GlobalObject& object : module.global_objects()) {
        llvm::StringRef const name = object.getName();
        bool const is_ours = name.starts_with("flatland_capture_") ||
                             name.starts_with("flatland_record_") ||
                             name.starts_with(symbol_table_prefix);
        if (is_ours && !object.isDeclaration())
            object.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
}

/// A function like the entry that records first. A result in memory is a parameter that the
/// recorder does not have.
llvm::Function& recorded(llvm::Function& generic, llvm::Function& recorder,
                         std::string const& name) {
    llvm::Function& function = *dispatch(generic, {}, name);
    llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
    size_t const hidden = function.arg_size() - recorder.arg_size();
    auto const arguments = parameters_of(function);
    llvm::CallInst* const call =
        builder.CreateCall(&recorder, llvm::ArrayRef(arguments).drop_front(hidden));
    // How a parameter is passed, in registers or in memory, is part of its attributes.
    call->setAttributes(recorder.getAttributes().removeFnAttributes(recorder.getContext()));
    return function;
}

bool record(BoundEntry const& bound, llvm::Module& module, Diagnostics& diagnostics) {
    Entry const& entry = *bound.entry;
    if (is_taken(entry, module, diagnostics)) return false;
    llvm::Function& generic = *module.getFunction(bound.function.symbol);
    llvm::Function& chooser =
        recorded(generic, *module.getFunction(recording_symbol(entry)), entry.version.text);
    replace(generic, chooser);
    llvm::GlobalAlias::create(llvm::GlobalValue::ExternalLinkage, entry.version.text, &chooser);
    return true;
}

} // namespace

std::optional<Linked> link_recording(Project& project, SourceSymbols const& symbols,
                                     Diagnostics& diagnostics) {
    bool const is_compiled = compile_behind(
        project, [&](size_t source) { return recording_text(project, symbols, source); },
        diagnostics);
    if (!is_compiled || !add_recorder(project, diagnostics)) return std::nullopt;
    std::optional<Linked> linked = link(project, diagnostics);
    if (!linked) return std::nullopt;
    for (BoundEntry const& bound : project.entries)
        if (!record(bound, *linked->module, diagnostics)) return std::nullopt;
    remove_facts(*linked->module);
    forget_unneeded_symbols(*linked->module, project.build);
    make_local(*linked->module);
    return linked;
}

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Modules of tests, read by LLVM's parser and run by its just-in-time compiler.
#include "module_text.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>

namespace specialize {
namespace {

constexpr char layout[] =
    "target datalayout = "
    "\"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";

} // namespace

ModuleText::ModuleText(std::string const& text) : context_(std::make_unique<llvm::LLVMContext>()) {
    llvm::SMDiagnostic error;
    module_ = llvm::parseAssemblyString(layout + text, error, *context_);
    if (module_ && is_sound()) return;
    error.print("module of a test", llvm::errs());
    std::abort();
}

bool ModuleText::is_sound() const {
    return !llvm::verifyModule(*module_, &llvm::errs());
}

std::string ModuleText::printed(llvm::StringRef function) const {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module_->getFunction(function)->print(stream);
    return text;
}

LoadedProgram::LoadedProgram(ModuleText text) {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    jit_ = llvm::cantFail(llvm::orc::LLJITBuilder().create());
    text.module_->setDataLayout(jit_->getDataLayout());
    llvm::cantFail(jit_->addIRModule(
        llvm::orc::ThreadSafeModule(std::move(text.module_), std::move(text.context_))));
}

uintptr_t LoadedProgram::address_of(std::string const& name) {
    return llvm::cantFail(jit_->lookup(name)).getValue();
}

} // namespace specialize

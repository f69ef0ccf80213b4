// SPDX-License-Identifier: BSD-2-Clause
// LLVM's assembly for tests: read, checked, and run in this process.
#pragma once

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>

namespace specialize {

/// A module from text. A mistake in the text fails the test and ends the program.
class ModuleText {
public:
    explicit ModuleText(std::string const& text);

    llvm::Module& module() { return *module_; }
    llvm::Function& function(llvm::StringRef name) { return *module_->getFunction(name); }
    /// Whether LLVM's verifier finds nothing wrong.
    bool is_sound() const;
    std::string printed(llvm::StringRef function) const;

private:
    friend class LoadedProgram;
    std::unique_ptr<llvm::LLVMContext> context_;
    std::unique_ptr<llvm::Module> module_;
};

/// The module as code of this process; the text is used up.
class LoadedProgram {
public:
    explicit LoadedProgram(ModuleText text);

    template<typename Signature>
    Signature* function(std::string const& name) {
        return reinterpret_cast<Signature*>(address_of(name));
    }

private:
    uintptr_t address_of(std::string const& name);
    std::unique_ptr<llvm::orc::LLJIT> jit_;
};

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// A module whose function `f` is a stencil in this process, as it would be in a linked program.
#pragma once

#include <specialize/stencil/stencil.hpp>

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

namespace specialize {

/// Parses a module for some machine, or for this one.
inline std::unique_ptr<llvm::Module> parsed(llvm::LLVMContext& context, std::string const& text,
                                            std::string const& triple = {}) {
    llvm::SMDiagnostic error;
    std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    module->setTargetTriple(triple.empty() ? llvm::sys::getProcessTriple() : triple);
    return module;
}

/// The module without `f`, which is a table now.
class LoadedStencil {
public:
    explicit LoadedStencil(std::string const& text, llvm::ArrayRef<unsigned> hole_bits = {}) {
        llvm::InitializeNativeTarget();
        llvm::InitializeNativeTargetAsmPrinter();
        auto context = std::make_unique<llvm::LLVMContext>();
        std::unique_ptr<llvm::Module> module = parsed(*context, text);
        auto extracted = extract(*module, "f", {llvm::CodeGenOptLevel::Default, hole_bits});
        if (auto const* const refusal = std::get_if<StencilRefusal>(&extracted)) {
            ADD_FAILURE() << refusal->code << ": " << refusal->message;
            return;
        }
        add_table(*module, std::get<Stencil>(extracted), "table");
        module->getFunction("f")->deleteBody();
        jit_ = llvm::cantFail(llvm::orc::LLJITBuilder().create());
        llvm::cantFail(jit_->addIRModule({std::move(module), std::move(context)}));
        stencil = llvm::cantFail(jit_->lookup("table")).toPtr<FlatlandStencil const*>();
        slot_.outer = reinterpret_cast<unsigned char*>(const_cast<FlatlandStencil*>(stencil));
    }

    LoadedStencil(LoadedStencil const&) = delete;
    LoadedStencil& operator=(LoadedStencil const&) = delete;

    ~LoadedStencil() {
        for (auto* const each : made_)
            flatland_instance_free(each);
    }

    FlatlandStatus instantiate(std::vector<std::uint64_t> const& holes) {
        void (*entry)() = nullptr;
        FlatlandStatus const status =
            flatland_instantiate(stencil, holes.data(), holes.size(), &slot_, &entry);
        if (status == flatland_done) made_.push_back(entry);
        return status;
    }

    /// The function with these values in its holes.
    template<typename function>
    function* with(std::vector<std::uint64_t> const& holes) {
        FlatlandStatus const status = instantiate(holes);
        EXPECT_EQ(status, flatland_done) << flatland_status_text(status);
        return reinterpret_cast<function*>(made_.back());
    }

    std::size_t patches(FlatlandPatchValue value, FlatlandPatchForm form) const {
        std::size_t count = 0;
        for (std::uint32_t i = 0; i < stencil->patch_count; i++)
            count += stencil->patches[i].value == value && stencil->patches[i].form == form;
        return count;
    }

    bool is_x86() const { return stencil->machine == llvm::ELF::EM_X86_64; }

    FlatlandStencil const* stencil = nullptr;

private:
    std::unique_ptr<llvm::orc::LLJIT> jit_;
    FlatlandSlot slot_ = {};
    std::vector<void (*)()> made_;
};

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Copies one function out of a module and compiles it in memory.
#include "stencil_code.hpp"

#include <specialize/engine/passes.hpp>

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Mangler.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <mutex>
#include <optional>

namespace specialize {
namespace {

std::string quoted(llvm::StringRef name) {
    return "`" + name.str() + "`";
}

bool leaves_by_exception(llvm::Function const& function) {
    if (function.hasPersonalityFn()) return true;
    return !function.doesNotThrow() &&
           llvm::any_of(llvm::instructions(function),
                        [](llvm::Instruction const& each) { return each.mayThrow(); });
}

/// What can be seen to be out of the question without compiling.
std::optional<StencilRefusal> refusal_for(llvm::Module const& module, llvm::StringRef name) {
    llvm::Triple const triple(module.getTargetTriple());
    if (!triple.isOSBinFormatELF() ||
        (triple.getArch() != llvm::Triple::x86_64 && triple.getArch() != llvm::Triple::aarch64))
        return StencilRefusal{"S0321", "no code is completed at run time for " + triple.str()};
    llvm::Function const* const function = module.getFunction(name);
    if (function == nullptr || function->isDeclaration())
        return StencilRefusal{"S0320", "no source defines " + quoted(name)};
    if (leaves_by_exception(*function))
        return StencilRefusal{"S0323", quoted(name) + " may be left by an exception"};
    for (llvm::BasicBlock const& block : *function)
        if (block.hasAddressTaken())
            return StencilRefusal{"S0324", quoted(name) + " takes the address of a label"};
    return std::nullopt;
}

/// The function's definition; all else is declared, also what is local to its source.
std::unique_ptr<llvm::Module> copy_alone(llvm::Module const& module, llvm::StringRef name,
                                         llvm::ValueToValueMapTy& copies) {
    std::unique_ptr<llvm::Module> copy =
        llvm::CloneModule(module, copies, [&](llvm::GlobalValue const* value) {
            return llvm::isa<llvm::Function>(value) && value->getName() == name;
        });
    copy->setModuleInlineAsm("");
    llvm::StripDebugInfo(*copy);
    if (!copy->getRtLibUseGOT()) copy->setRtLibUseGOT();
    auto* const bit = llvm::Type::getInt32Ty(copy->getContext());
    copy->setModuleFlag(llvm::Module::Max, "direct-access-external-data",
                        llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(bit, 0)));
    llvm::Function& function = *copy->getFunction(name);
    function.setLinkage(llvm::GlobalValue::ExternalLinkage);
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
    function.setDSOLocal(true);
    function.setComdat(nullptr);
    function.setSection("");
    function.setAlignment(llvm::Align(16));
    function.removeFnAttr(llvm::Attribute::UWTable);
    return copy;
}

/// The value of the address: 64 bits, or fewer, for which the short forms of instructions are
/// chosen. All bits: the range from -1 to -1 is the full one.
void let_be_hole(llvm::GlobalVariable& hole, unsigned bits) {
    llvm::Type* const word = llvm::Type::getInt64Ty(hole.getContext());
    std::uint64_t const all = ~std::uint64_t{0};
    // With fewer bits it could be an immediate of 8 or 16, which patches do not write.
    std::uint64_t const end = bits > 32 ? all : std::uint64_t{1} << 32U;
    llvm::MDBuilder metadata(hole.getContext());
    hole.setMetadata(
        llvm::LLVMContext::MD_absolute_symbol,
        llvm::MDNode::get(hole.getContext(),
                          {metadata.createConstant(
                               llvm::ConstantInt::get(word, bits > 32 ? all : std::uint64_t{0})),
                           metadata.createConstant(llvm::ConstantInt::get(word, end))}));
    hole.setLinkage(llvm::GlobalValue::ExternalWeakLinkage);
    hole.setCodeModel(llvm::CodeModel::Large);
    hole.setVisibility(llvm::GlobalValue::DefaultVisibility);
    hole.setDSOLocal(false);
}

/// What the program itself defines lies near; all other addresses are read from a table, which
/// AArch64 does for those, too, as its code reaches only 1 MiB.
void let_be_symbol(llvm::GlobalValue& value, llvm::GlobalValue const& original, bool can_be_near) {
    value.setVisibility(llvm::GlobalValue::DefaultVisibility);
    bool const is_near = can_be_near && !original.isDeclarationForLinker() && original.isDSOLocal();
    value.setDSOLocal(is_near);
    if (auto* const function = llvm::dyn_cast<llvm::Function>(&value); function && !is_near)
        function->addFnAttr(llvm::Attribute::NonLazyBind);
}

/// Gives every declaration its way of access. Holes that the code does not use are counted, too.
std::optional<StencilRefusal> arrange(llvm::Module const& module, llvm::ValueToValueMapTy& copies,
                                      llvm::Module& copy, StencilOptions const& options,
                                      StencilNames& names) {
    bool const is_x86 = llvm::Triple(copy.getTargetTriple()).getArch() == llvm::Triple::x86_64;
    for (llvm::GlobalValue const& original : module.global_values()) {
        auto* const value = llvm::dyn_cast_or_null<llvm::GlobalValue>(copies.lookup(&original));
        if (value == nullptr || !value->isDeclaration() || value->use_empty()) continue;
        if (value->isThreadLocal())
            return StencilRefusal{"S0322", quoted(names.function) + " uses the thread's own " +
                                               quoted(original.getName())};
        if (auto* const function = llvm::dyn_cast<llvm::Function>(value))
            if (function->isIntrinsic()) continue;
        auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(value);
        int const number = variable != nullptr ? hole_number(original.getName()) : -1;
        if (number >= 0) {
            auto const index = static_cast<unsigned>(number);
            let_be_hole(*variable,
                        index < options.hole_bits.size() ? options.hole_bits[index] : 64);
            names.holes[original.getName().str()] = index;
            continue;
        }
        let_be_symbol(*value, original, is_x86);
        if (!value->hasName()) value->setName("flatland_nameless");
        llvm::SmallString<64> symbol;
        llvm::Mangler().getNameWithPrefix(symbol, value, false);
        names.values[symbol.str().str()] = &original;
    }
    return std::nullopt;
}

llvm::Target const* find_target(llvm::StringRef triple) {
    static std::once_flag once;
    std::call_once(once, [] {
        llvm::InitializeAllTargetInfos();
        llvm::InitializeAllTargets();
        llvm::InitializeAllTargetMCs();
        llvm::InitializeAllAsmPrinters();
        llvm::InitializeAllAsmParsers();
    });
    std::string error;
    return llvm::TargetRegistry::lookupTarget(triple.str(), error);
}

/// A call of a hole's value: the address is put into a register, as a direct call reaches only what
/// is near.
void call_holes_through_registers(llvm::Function& function) {
    for (llvm::Instruction& each : llvm::instructions(function)) {
        auto* const call = llvm::dyn_cast<llvm::CallBase>(&each);
        if (call == nullptr) continue;
        llvm::Value* const callee = call->getCalledOperand()->stripPointerCasts();
        if (!llvm::isa<llvm::GlobalVariable>(callee) || hole_number(callee->getName()) < 0)
            continue;
        // Nothing is executed: this only hides from LLVM that it knows the address.
        auto* const type = llvm::FunctionType::get(callee->getType(), {callee->getType()}, false);
        auto* const nothing = llvm::InlineAsm::get(type, "", "=r,0", /*hasSideEffects=*/false);
        llvm::IRBuilder<> builder(call);
        call->setCalledOperand(builder.CreateCall(type, nothing, callee));
    }
}

void optimise(llvm::Module& module, llvm::TargetMachine& machine) {
    llvm::PassBuilder builder(&machine);
    Passes(&machine).run(module,
                         builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2));
}

/// False if LLVM cannot.
bool write_object(llvm::Module& module, StencilOptions const& options,
                  llvm::SmallVector<char, 0>& bytes) {
    llvm::Triple const triple(module.getTargetTriple());
    llvm::Target const* const target = find_target(module.getTargetTriple());
    if (target == nullptr) return false;
    // The tiny model has the literals of AArch64 that are one instruction.
    auto const model =
        triple.getArch() == llvm::Triple::aarch64 ? llvm::CodeModel::Tiny : llvm::CodeModel::Small;
    std::unique_ptr<llvm::TargetMachine> const machine(target->createTargetMachine(
        triple.str(), "", "", llvm::TargetOptions(), llvm::Reloc::PIC_, model, options.level));
    if (!machine) return false;
    module.setDataLayout(machine->createDataLayout());
    if (!options.is_optimised) optimise(module, *machine);
    for (llvm::Function& each : module)
        call_holes_through_registers(each);
    llvm::raw_svector_ostream out(bytes);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile))
        return false;
    passes.run(module);
    return true;
}

} // namespace

int hole_number(llvm::StringRef name) {
    unsigned number;
    if (!name.consume_front("flatland_hole_") || name.getAsInteger(10, number)) return -1;
    return static_cast<int>(std::min(number, unsigned{INT32_MAX}));
}

std::variant<StencilObject, StencilRefusal>
compile_alone(llvm::Module const& module, llvm::StringRef function, StencilOptions const& options) {
    if (std::optional<StencilRefusal> refusal = refusal_for(module, function)) return *refusal;
    llvm::ValueToValueMapTy copies;
    std::unique_ptr<llvm::Module> const copy = copy_alone(module, function, copies);
    StencilObject object;
    object.names.function = function.str();
    if (std::optional<StencilRefusal> refusal =
            arrange(module, copies, *copy, options, object.names))
        return *refusal;
    for (llvm::GlobalVariable& each : llvm::make_early_inc_range(copy->globals()))
        if (each.use_empty()) each.eraseFromParent();
    if (!write_object(*copy, options, object.bytes))
        return StencilRefusal{"S0327", "LLVM does not compile " + quoted(function)};
    return object;
}

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// From a function to a stencil, and from a stencil to data of the program.
#include "stencil.hpp"

#include "stencil_layout.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/ObjectFile.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>

namespace specialize {
namespace {

std::optional<StencilRefusal> count_holes(StencilNames const& names, StencilOptions const& options,
                                          std::vector<std::uint8_t>& bits) {
    std::size_t count = options.hole_bits.size();
    for (auto const& [name, number] : names.holes)
        count = std::max<std::size_t>(count, number + std::size_t{1});
    if (count > std::numeric_limits<std::uint16_t>::max())
        return StencilRefusal{"S0326", "the code has more than 65535 holes"};
    bits.assign(count, 64);
    for (std::size_t i = 0; i < options.hole_bits.size(); i++)
        bits[i] = static_cast<std::uint8_t>(std::min(options.hole_bits[i], 64U));
    return std::nullopt;
}

/// Builds the constants that make up a table.
class Table {
public:
    Table(llvm::Module& module, llvm::StringRef name) : module_(module), name_(name.str()) {}

    llvm::GlobalVariable& add(Stencil const& stencil) {
        // As struct FlatlandStencil.
        llvm::Constant* const fields[] = {
            number(16, flatland_stencil_format),
            number(16, stencil.machine),
            number(16, stencil.hole_bits.size()),
            number(16, stencil.symbols.size()),
            number(32, stencil.patches.size()),
            number(32, stencil.code.size()),
            variable("code", llvm::ConstantDataArray::getString(context_, stencil.code, false)),
            variable("patches", patches(stencil)),
            variable("symbols", symbols(stencil)),
            variable("holes", llvm::ConstantDataArray::get(context_, stencil.hole_bits))};
        llvm::GlobalVariable* const old = module_.getNamedGlobal(name_);
        auto* const whole = llvm::ConstantStruct::getAnon(fields);
        auto* const table = new llvm::GlobalVariable(
            module_, whole->getType(), true, llvm::GlobalValue::ExternalLinkage, whole, name_);
        if (old == nullptr) return *table;
        table->takeName(old);
        table->setVisibility(old->getVisibility());
        table->setDSOLocal(old->isDSOLocal());
        old->replaceAllUsesWith(table);
        old->eraseFromParent();
        return *table;
    }

private:
    llvm::ConstantInt* number(unsigned bits, std::uint64_t value) {
        return llvm::ConstantInt::get(llvm::IntegerType::get(context_, bits), value);
    }

    llvm::Constant* variable(llvm::StringRef part, llvm::Constant* value) {
        auto* const variable =
            new llvm::GlobalVariable(module_, value->getType(), true,
                                     llvm::GlobalValue::InternalLinkage, value, name_ + "." + part);
        variable->setAlignment(llvm::Align(8));
        return variable;
    }

    /// As struct FlatlandPatch.
    llvm::Constant* patches(Stencil const& stencil) {
        auto* const type = llvm::StructType::get(
            context_, {number(32, 0)->getType(), number(16, 0)->getType(), number(8, 0)->getType(),
                       number(8, 0)->getType(), number(64, 0)->getType()});
        std::vector<llvm::Constant*> all;
        all.reserve(stencil.patches.size());
        for (FlatlandPatch const& each : stencil.patches)
            all.push_back(llvm::ConstantStruct::get(
                type, {number(32, each.offset), number(16, each.index), number(8, each.value),
                       number(8, each.form), number(64, static_cast<std::uint64_t>(each.addend))}));
        return llvm::ConstantArray::get(llvm::ArrayType::get(type, all.size()), all);
    }

    llvm::Constant* symbols(Stencil const& stencil) {
        auto* const pointer = llvm::PointerType::getUnqual(context_);
        std::vector<llvm::Constant*> all;
        all.reserve(stencil.symbols.size());
        for (StencilSymbol const& each : stencil.symbols)
            all.push_back(each.value != nullptr ? llvm::cast<llvm::Constant>(&*each.value)
                                                : library_function(each.name));
        return llvm::ConstantArray::get(llvm::ArrayType::get(pointer, all.size()), all);
    }

    /// One that the code generator calls: only its address matters.
    llvm::Constant* library_function(llvm::StringRef name) {
        if (llvm::GlobalValue* const known = module_.getNamedValue(name)) return known;
        auto* const type = llvm::FunctionType::get(llvm::Type::getVoidTy(context_), false);
        return llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module_);
    }

    llvm::Module& module_;
    llvm::LLVMContext& context_ = module_.getContext();
    std::string name_;
};

static_assert(sizeof(FlatlandPatch) == 16 && offsetof(FlatlandPatch, value) == 6 &&
              offsetof(FlatlandPatch, addend) == 8);
static_assert(sizeof(FlatlandStencil) == 48 && offsetof(FlatlandStencil, patch_count) == 8 &&
              offsetof(FlatlandStencil, code) == 16 && offsetof(FlatlandStencil, hole_bits) == 40);

} // namespace

std::variant<Stencil, StencilRefusal> extract(llvm::Module const& module, llvm::StringRef function,
                                              StencilOptions const& options) {
    auto compiled = compile_alone(module, function, options);
    if (auto const* const refusal = std::get_if<StencilRefusal>(&compiled)) return *refusal;
    auto const& alone = std::get<StencilObject>(compiled);
    std::vector<std::uint8_t> hole_bits;
    if (std::optional<StencilRefusal> refusal = count_holes(alone.names, options, hole_bits))
        return *refusal;
    auto file = llvm::object::ObjectFile::createObjectFile(
        llvm::MemoryBufferRef({alone.bytes.data(), alone.bytes.size()}, "stencil"));
    if (!file) return StencilRefusal{"S0327", llvm::toString(file.takeError())};
    auto const& object = llvm::cast<llvm::object::ELFObjectFileBase>(**file);
    return StencilLayout(object, alone.names, std::move(hole_bits)).resolve();
}

llvm::GlobalVariable& add_table(llvm::Module& module, Stencil const& stencil,
                                llvm::StringRef name) {
    return Table(module, name).add(stencil);
}

} // namespace specialize

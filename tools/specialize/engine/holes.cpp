// SPDX-License-Identifier: BSD-2-Clause
// Holes are weak external variables in the large code model: code refers to them by relocations.
#include "holes.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

namespace specialize {
namespace {

constexpr llvm::StringLiteral prefix = "flatland_hole_";

} // namespace

llvm::GlobalVariable& hole_in(llvm::Module& module, unsigned number) {
    std::string const name = (prefix + llvm::Twine(number)).str();
    if (auto* const known = module.getNamedGlobal(name)) return *known;
    auto* const hole =
        new llvm::GlobalVariable(module, llvm::Type::getInt8Ty(module.getContext()), false,
                                 llvm::GlobalValue::ExternalWeakLinkage, nullptr, name);
    hole->setCodeModel(llvm::CodeModel::Large);
    hole->setDSOLocal(true);
    return *hole;
}

llvm::Constant* hole_as_integer(llvm::Module& module, unsigned number, unsigned bits) {
    auto* const whole = llvm::ConstantExpr::getPtrToInt(
        &hole_in(module, number), llvm::Type::getInt64Ty(module.getContext()));
    if (bits == 64) return whole;
    return llvm::ConstantExpr::getTrunc(whole, llvm::Type::getIntNTy(module.getContext(), bits));
}

bool depends_on_hole(llvm::Constant const& constant) {
    if (auto const* const value = llvm::dyn_cast<llvm::GlobalValue>(&constant))
        return value->getName().starts_with(prefix);
    return llvm::any_of(constant.operand_values(), [](llvm::Value const* operand) {
        auto const* const part = llvm::dyn_cast<llvm::Constant>(operand);
        return part != nullptr && depends_on_hole(*part);
    });
}

llvm::GlobalVariable* hole_behind(llvm::Constant* constant) {
    auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(constant->stripPointerCasts());
    return variable != nullptr && variable->getName().starts_with(prefix) ? variable : nullptr;
}

} // namespace specialize

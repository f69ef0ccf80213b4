// SPDX-License-Identifier: BSD-2-Clause
// One object for each variable and each pointer that leads somewhere.
#include "objects.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace specialize {
namespace {

/// The variable that a constant is an address in, and where; null if it is none.
llvm::GlobalVariable* variable_in(llvm::Constant* constant, llvm::DataLayout const& layout,
                                  int64_t& offset) {
    if (auto* const expression = llvm::dyn_cast<llvm::ConstantExpr>(constant);
        expression != nullptr && expression->getOpcode() == llvm::Instruction::PtrToInt &&
        layout.getTypeSizeInBits(expression->getType()) ==
            layout.getTypeSizeInBits(expression->getOperand(0)->getType()))
        constant = expression->getOperand(0);
    if (!constant->getType()->isPointerTy()) return nullptr;
    llvm::APInt sum(layout.getIndexTypeSizeInBits(constant->getType()), 0);
    auto* const base = constant->stripAndAccumulateConstantOffsets(layout, sum, true);
    offset = sum.getSExtValue();
    auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
    bool const has_place =
        variable != nullptr && !variable->isThreadLocal() && !variable->hasExternalWeakLinkage();
    return has_place ? variable : nullptr;
}

} // namespace

void Object::touch(int64_t offset, uint64_t bytes) {
    auto const end = offset + static_cast<int64_t>(bytes);
    low = low == high ? offset : std::min(low, offset);
    high = std::max(high, end);
}

Object& Objects::add(Object::Kind kind, llvm::StringRef name, uint64_t size) {
    Object& object = all_.emplace_back();
    object.kind = kind;
    object.number = static_cast<unsigned>(all_.size());
    object.name = name.str();
    object.size = size;
    return object;
}

Object& Objects::of(llvm::GlobalVariable& variable) {
    Object*& object = globals_[&variable];
    if (object != nullptr) return *object;
    uint64_t const size = layout_.getTypeAllocSize(variable.getValueType());
    object = &add(Object::Kind::global, variable.getName(), size);
    object->global = &variable;
    object->base = &variable;
    object->not_null = true;
    return *object;
}

Object& Objects::of(Context const& call, llvm::Value const& variable, llvm::Type* type,
                    llvm::MaybeAlign alignment) {
    Object*& object = locals_[{&call, &variable}];
    if (object != nullptr) return *object;
    object = &add(Object::Kind::local, variable.getName(), layout_.getTypeAllocSize(type));
    object->type = type;
    object->alignment = alignment;
    object->not_null = true;
    return *object;
}

Object& Objects::led_to_by_parameter(unsigned parameter, llvm::StringRef name) {
    Object*& object = parameters_[parameter];
    if (object != nullptr) return *object;
    object = &add(Object::Kind::pointee, name, 0);
    object->parameter = parameter;
    return *object;
}

Object& Objects::led_to_from(Object& from, int64_t offset, llvm::StringRef name) {
    Object*& object = pointees_[{&from, offset}];
    if (object != nullptr) return *object;
    object = &add(Object::Kind::pointee, name, 0);
    object->from = &from;
    object->from_offset = offset;
    return *object;
}

Abstract Objects::value_of(llvm::Constant* constant) {
    if (llvm::isa<llvm::UndefValue>(constant)) return {};
    int64_t offset = 0;
    if (auto* const variable = variable_in(constant, layout_, offset))
        return Abstract::address(&of(*variable), offset);
    return Abstract::of(constant);
}

} // namespace specialize

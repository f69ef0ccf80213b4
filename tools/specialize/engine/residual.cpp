// SPDX-License-Identifier: BSD-2-Clause
// Slots, addresses and blocks of the version.
#include "residual.hpp"

#include <llvm/IR/Constants.h>

namespace specialize {

Residual::Residual(llvm::Function& version)
    : version_(version), entry_(llvm::BasicBlock::Create(version.getContext(), "start", &version)),
      builder_(version.getContext()) {
    new llvm::UnreachableInst(version.getContext(), entry_);
}

llvm::BasicBlock* Residual::add_block(llvm::StringRef name) {
    return llvm::BasicBlock::Create(version_.getContext(), name, &version_);
}

void Residual::begin(llvm::BasicBlock& block) {
    builder_.SetInsertPoint(&block);
    here_.clear();
}

void Residual::start_at(llvm::BasicBlock& first) {
    entry_->getTerminator()->eraseFromParent();
    llvm::BranchInst::Create(&first, entry_);
}

llvm::AllocaInst* Residual::slot(Key key, llvm::Type* type) {
    llvm::AllocaInst*& slot = slots_[key];
    if (slot != nullptr) return slot;
    llvm::IRBuilder<> start(entry_, entry_->begin());
    slot = start.CreateAlloca(type, nullptr, key.second->getName());
    return slot;
}

llvm::Value* Residual::base(Object& object) {
    if (object.base != nullptr) return object.base;
    if (object.kind == Object::Kind::local) {
        llvm::IRBuilder<> start(entry_, entry_->begin());
        auto* const variable = start.CreateAlloca(object.type, nullptr, object.name);
        if (object.alignment) variable->setAlignment(*object.alignment);
        return object.base = variable;
    }
    if (object.from == nullptr) return object.base = version_.getArg(object.parameter);
    llvm::Value* const from = base(*object.from);
    llvm::IRBuilder<> start(entry_->getTerminator());
    auto* const place = start.CreatePtrAdd(from, start.getInt64(object.from_offset));
    return object.base = start.CreateLoad(start.getPtrTy(), place, object.name);
}

llvm::Value* Residual::materialise(Abstract const& value, llvm::Type* type) {
    if (value.is_constant()) return value.constant();
    llvm::Value* place = base(*value.object());
    if (value.offset() != 0)
        place =
            builder_.CreatePtrAdd(place, builder_.getInt64(static_cast<uint64_t>(value.offset())));
    return type->isIntegerTy() ? builder_.CreatePtrToInt(place, type) : place;
}

void Residual::define(Context const& place, llvm::Value const& original, llvm::Value* copy) {
    Key const key{&place, &original};
    builder_.CreateStore(copy, slot(key, copy->getType()));
    here_[key] = copy;
}

llvm::Value* Residual::value(Context const& place, llvm::Value const& original) {
    Key const key{&place, &original};
    llvm::Value*& value = here_[key];
    if (value == nullptr) {
        llvm::AllocaInst* const from = slot(key, original.getType());
        value = builder_.CreateLoad(from->getAllocatedType(), from, original.getName());
    }
    return value;
}

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Loads, stores and copies. Stores always go to the version's memory too, so that it can be left
// to code that is not followed at any time.
#include "machine.hpp"

namespace specialize {

Machine::Next Machine::variable(llvm::AllocaInst const& variable) {
    auto* type = variable.getAllocatedType();
    if (variable.isArrayAllocation())
        type = llvm::ArrayType::get(
            type, llvm::cast<llvm::ConstantInt>(variable.getArraySize())->getZExtValue());
    Object& object = objects_.of(*state_.top().context->place, variable, type, variable.getAlign());
    state_.memory.remove(object);
    know(variable, Abstract::address(&object, 0));
    return variable.getNextNode();
}

Machine::Next Machine::load(llvm::LoadInst const& load) {
    if (load.isAtomic()) return atomic(load);
    Abstract const place = value_of(*load.getPointerOperand());
    if (!place.known() || place.object() == nullptr) {
        llvm::Instruction* const copy =
            leave(load, {}, {load.getPointerOperand(), "is read through a pointer not known"});
        if (place.object() != nullptr) {
            place.object()->anywhere = true;
            state_.memory.escape_contents(*place.object());
            residual_.accesses(*copy, *place.object());
        }
        return load.getNextNode();
    }
    Object& object = *place.object();
    uint64_t const size = objects_.layout().getTypeStoreSize(load.getType());
    Memory::Read read;
    if (!load.isVolatile()) read = state_.memory.read(object, place.offset(), load.getType());
    object.touch(place.offset(), size);
    if (!read.value.unknown() && !read.stable) object.relied_on = true;
    if (read.value.known()) {
        know(load, read.value);
        return load.getNextNode();
    }
    if (read.value.object() == nullptr) state_.memory.escape_contents(object, place.offset(), size);
    auto const lost = lost_at_.find(&object);
    Cause cause{nullptr, "reads `" + object.name + "`, whose contents here nothing states"};
    if (lost != lost_at_.end())
        cause = {lost->second, "reads `" + object.name + "`, which something may have written"};
    llvm::Instruction* const copy = leave(load, read.value, std::move(cause));
    residual_.accesses(*copy, object);
    if (!load.isVolatile()) held_.push_back({&load, &object, place.offset()});
    return load.getNextNode();
}

/// After a write: what else may be hit, and what the guard has to keep apart from it.
void Machine::written(Abstract const& place, llvm::Instruction& copy,
                      std::optional<uint64_t> bytes) {
    held_.clear();
    Object* const object = place.object();
    if (object == nullptr) {
        state_.memory.forget_reachable();
        return;
    }
    object->written = true;
    if (place.known() && bytes) {
        if (llvm::isa<llvm::StoreInst>(copy)) residual_.accesses(copy, *object);
        object->touch(place.offset(), *bytes);
        return;
    }
    object->anywhere = true;
    // A pointee of which one element is known may be one of many, which a length runs over.
    bool const bounded =
        object->kind != Object::Kind::pointee || (bytes.has_value() && object->size != 0);
    if (!bounded) return state_.memory.forget_reachable();
    if (llvm::isa<llvm::StoreInst>(copy)) residual_.accesses(copy, *object);
    state_.memory.forget(*object);
}

Machine::Next Machine::store(llvm::StoreInst const& store) {
    if (store.isAtomic()) return atomic(store);
    Abstract const place = value_of(*store.getPointerOperand());
    llvm::Value const& stored = *store.getValueOperand();
    Abstract const value = value_of(stored);
    llvm::Instruction* const copy =
        leave(store, {}, {&stored, value.known() ? "is stored" : "stores what is not known"});
    uint64_t const size = objects_.layout().getTypeStoreSize(stored.getType());
    written(place, *copy, size);
    if (place.known() && place.object() != nullptr) {
        if (store.isVolatile())
            state_.memory.forget(*place.object(), place.offset(), size);
        else
            state_.memory.write(*place.object(), place.offset(), stored.getType(), value);
        if (store.isVolatile()) state_.memory.escape(value);
        if (value.known()) return store.getNextNode();
        lost_at_.try_emplace(place.object(), &store);
        return store.isVolatile() ? store.getNextNode() : test_expectations(store, place);
    }
    state_.memory.escape(value);
    return store.getNextNode();
}

/// What is stored is not known, but perhaps expected: a path for each such value, and one for all
/// others.
Machine::Next Machine::test_expectations(llvm::StoreInst const& store, Abstract const& place) {
    llvm::Value const& stored = *store.getValueOperand();
    for (Expectation const& each : place.object()->expected) {
        bool const is_meant = each.writer == store.getFunction() && each.offset == place.offset() &&
                              each.type == stored.getType();
        if (!is_meant) continue;
        ++branches_;
        auto& build = residual_.build();
        llvm::Value* const value = residual_.materialise(each.value, each.type);
        llvm::Value* const holds = build.CreateICmpEQ(residual_of(stored), value);
        auto* const expected = residual_.add_block("expected");
        auto* const other = residual_.add_block("other");
        build.CreateCondBr(holds, expected, other);
        State const before = state_;
        bind(stored, each.value);
        state_.memory.write(*place.object(), each.offset, each.type, each.value);
        jobs_.push_back({state_, store.getNextNode(), expected});
        state_ = before;
        residual_.begin(*other);
    }
    return store.getNextNode();
}

Machine::Next Machine::atomic(llvm::Instruction const& instruction) {
    llvm::Instruction* const copy =
        leave(instruction, {}, {nullptr, "is atomic: others may write at any time"});
    for (llvm::Value const* const operand : instruction.operands()) {
        Abstract const value = value_of(*operand);
        if (value.object() != nullptr) {
            value.object()->anywhere = true;
            state_.memory.escape_contents(*value.object());
            if (!llvm::isa<llvm::LoadInst>(instruction)) written(value, *copy, std::nullopt);
        }
        if (llvm::getPointerOperand(&instruction) != operand) state_.memory.escape(value);
    }
    held_.clear();
    state_.memory.forget_reachable();
    return instruction.getNextNode();
}

std::optional<uint64_t> Machine::length_of(llvm::MemIntrinsic const& instruction) const {
    Abstract const length = value_of(*instruction.getLength());
    if (!length.is_constant()) return std::nullopt;
    auto const* const number = llvm::dyn_cast<llvm::ConstantInt>(length.constant());
    if (number == nullptr) return std::nullopt;
    return number->getZExtValue();
}

Machine::Next Machine::copy_memory(llvm::MemTransferInst const& copy) {
    Abstract const to = value_of(*copy.getDest());
    Abstract const from = value_of(*copy.getSource());
    auto const length = length_of(copy);
    llvm::Instruction* const left = leave(copy, {}, {nullptr, "copies memory"});
    if (from.object() != nullptr) {
        if (from.known() && length)
            from.object()->touch(from.offset(), *length);
        else
            from.object()->anywhere = true;
    }
    written(to, *left, length);
    bool const to_known = to.known() && to.object() != nullptr && length;
    if (to_known && from.known() && from.object() != nullptr && !copy.isVolatile()) {
        if (state_.memory.relies_on(*from.object(), from.offset(), *length))
            from.object()->relied_on = true;
        state_.memory.copy(*to.object(), to.offset(), *from.object(), from.offset(), *length);
        return copy.getNextNode();
    }
    if (from.object() != nullptr) state_.memory.escape_contents(*from.object());
    if (to_known) state_.memory.forget(*to.object(), to.offset(), *length);
    return copy.getNextNode();
}

Machine::Next Machine::fill_memory(llvm::MemSetInst const& fill) {
    Abstract const to = value_of(*fill.getDest());
    Abstract const byte = value_of(*fill.getValue());
    auto const length = length_of(fill);
    llvm::Instruction* const left = leave(fill, {}, {nullptr, "fills memory"});
    written(to, *left, length);
    if (!to.known() || to.object() == nullptr || !length) return fill.getNextNode();
    if (byte.is_constant() && llvm::isa<llvm::ConstantInt>(byte.constant()) && !fill.isVolatile())
        state_.memory.fill(*to.object(), to.offset(), *length, *byte.constant());
    else
        state_.memory.forget(*to.object(), to.offset(), *length);
    return fill.getNextNode();
}

} // namespace specialize

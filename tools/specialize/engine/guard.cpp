// SPDX-License-Identifier: BSD-2-Clause
// Guards: pointers that are followed are not null, facts hold, objects lie apart.
#include "guard.hpp"

#include <llvm/IR/IRBuilder.h>

namespace specialize {
namespace {

class Writer {
public:
    explicit Writer(llvm::Function& guard) : guard_(guard), builder_(guard.getContext()) {
        builder_.SetInsertPoint(block("start"));
        fails_ = block("fails");
        llvm::IRBuilder<>(fails_).CreateRet(builder_.getFalse());
    }

    void test_not_null(Object const& object) { require(builder_.CreateIsNotNull(base_of(object))); }

    void test(Fact const& fact) {
        auto* type = fact.type;
        if (!type->isPointerTy()) {
            auto const& layout = guard_.getParent()->getDataLayout();
            type = builder_.getIntNTy(static_cast<unsigned>(layout.getTypeSizeInBits(type)));
        }
        llvm::Value* found = nullptr;
        if (fact.object == nullptr)
            found = guard_.getArg(fact.parameter);
        else
            found = builder_.CreateLoad(type, place_of(*fact.object, fact.offset));
        if (found->getType() != type) found = builder_.CreateBitCast(found, type);
        if (!fact.value.known())
            found = builder_.CreateAnd(found, fact.value.zeros() | fact.value.ones());
        require(builder_.CreateICmpEQ(found, stated(fact, type)));
    }

    void test_apart(Apart const& pair) {
        auto const [one_start, one_end] = bounds(*pair.first);
        auto const [two_start, two_end] = bounds(*pair.second);
        llvm::Value* const before = builder_.CreateICmpULE(one_end, two_start);
        llvm::Value* const after = builder_.CreateICmpULE(two_end, one_start);
        require(builder_.CreateOr(before, after));
    }

    bool finish() {
        builder_.CreateRet(builder_.getTrue());
        return tests_ != 0;
    }

private:
    llvm::BasicBlock* block(llvm::StringRef name) {
        return llvm::BasicBlock::Create(guard_.getContext(), name, &guard_);
    }

    void require(llvm::Value* condition) {
        llvm::BasicBlock* const next = block("");
        builder_.CreateCondBr(condition, next, fails_);
        builder_.SetInsertPoint(next);
        ++tests_;
    }

    llvm::Value* base_of(Object const& object) {
        if (object.global != nullptr) return object.global;
        llvm::Value*& base = bases_[&object];
        if (base != nullptr) return base;
        if (object.from == nullptr) return base = guard_.getArg(object.parameter);
        llvm::Value* const from = place_of(*object.from, object.from_offset);
        return base = builder_.CreateLoad(builder_.getPtrTy(), from, object.name);
    }

    llvm::Value* place_of(Object const& object, int64_t offset) {
        return builder_.CreatePtrAdd(base_of(object),
                                     builder_.getInt64(static_cast<uint64_t>(offset)));
    }

    llvm::Value* stated(Fact const& fact, llvm::Type* type) {
        if (!fact.value.known()) return llvm::ConstantInt::get(type, fact.value.ones());
        if (fact.value.is_constant())
            return fact.type == type ? fact.value.constant()
                                     : builder_.CreateBitCast(fact.value.constant(), type);
        llvm::Value* const place = place_of(*fact.value.object(), fact.value.offset());
        return type->isPointerTy() ? place : builder_.CreatePtrToInt(place, type);
    }

    std::pair<llvm::Value*, llvm::Value*> bounds(Object const& object) {
        int64_t const low = object.anywhere ? std::min<int64_t>(object.low, 0) : object.low;
        int64_t const high = object.anywhere
                                 ? std::max(object.high, static_cast<int64_t>(object.size))
                                 : object.high;
        return {place_of(object, low), place_of(object, high)};
    }

    llvm::Function& guard_;
    llvm::IRBuilder<> builder_;
    llvm::BasicBlock* fails_;
    llvm::DenseMap<Object const*, llvm::Value*> bases_;
    unsigned tests_ = 0;
};

bool are_stated_apart(Object const& one, Object const& two) {
    return one.stands_apart || two.stands_apart;
}

/// Whether nothing but what is stated keeps the objects apart.
bool may_overlap(Object const& one, Object const& two) {
    auto const outside = [](Object const& object) {
        return (object.kind == Object::Kind::pointee && !object.own_copy) ||
               (object.kind == Object::Kind::global && !object.constant());
    };
    bool const both_named = one.global != nullptr && two.global != nullptr;
    return &one != &two && outside(one) && outside(two) && !both_named;
}

/// Whether something goes through the pointer to the object before the entry itself does, or was
/// decided by its not being null.
bool needs_null_test(Object const& object, Objects const& objects, Facts const& facts) {
    if (!object.needs_test) return false;
    bool const leads_on = llvm::any_of(objects.all(), [&](Object const& other) {
        return other.from == &object && other.base != nullptr;
    });
    bool const has_test = llvm::any_of(facts.facts, [&](Fact const& fact) {
        Object const* const stated = fact.value.object();
        return fact.tested &&
               (fact.object == &object || (stated != nullptr && stated->from == &object));
    });
    return leads_on || has_test || object.taken_for_not_null;
}

} // namespace

std::vector<Apart> objects_to_keep_apart(Objects& objects) {
    std::vector<Apart> pairs;
    for (Object& known : objects.all())
        for (Object& other : objects.all()) {
            bool const twice = known.written && other.relied_on && other.number < known.number;
            if (known.relied_on && other.written && may_overlap(known, other) &&
                !are_stated_apart(known, other) && !twice)
                pairs.emplace_back(&known, &other);
        }
    return pairs;
}

std::vector<Apart> objects_stated_apart(Objects& objects) {
    std::vector<Apart> pairs;
    for (Object& one : objects.all())
        for (Object& other : objects.all())
            if (one.number < other.number && (one.written || other.written) &&
                may_overlap(one, other) && are_stated_apart(one, other))
                pairs.emplace_back(&one, &other);
    return pairs;
}

llvm::Function* write_guard(llvm::Function& version, Objects const& objects, Facts const& facts,
                            std::vector<Apart> const& apart, std::vector<int>& tested) {
    llvm::LLVMContext& context = version.getContext();
    auto* const type = llvm::FunctionType::get(
        llvm::Type::getInt1Ty(context), version.getFunctionType()->params(), version.isVarArg());
    auto* const guard = llvm::Function::Create(type, version.getLinkage(),
                                               version.getName() + ".holds", version.getParent());
    guard->setCallingConv(version.getCallingConv());
    guard->setDoesNotThrow();
    for (auto const* const name : {"target-cpu", "target-features", "tune-cpu"})
        if (version.hasFnAttribute(name)) guard->addFnAttr(version.getFnAttribute(name));
    Writer writer(*guard);
    for (Object const& object : objects.all())
        if (needs_null_test(object, objects, facts)) writer.test_not_null(object);
    for (Fact const& fact : facts.facts) {
        if (!fact.tested) continue;
        writer.test(fact);
        if (!llvm::is_contained(tested, fact.number)) tested.push_back(fact.number);
    }
    for (Apart const& pair : apart)
        writer.test_apart(pair);
    if (writer.finish()) return guard;
    guard->eraseFromParent();
    return nullptr;
}

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Finds runs of byte stores in a block whose values are neighbouring bytes of the same number.
#include "join_bytes.hpp"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <vector>

namespace specialize {
namespace {

/// A byte of `number`, counted from its least significant one, that goes to `base` + `offset`.
struct ByteStore {
    llvm::StoreInst* store;
    llvm::Value* base;
    int64_t offset;
    llvm::Value* number;
    uint64_t byte;
};

bool as_byte_store(llvm::StoreInst& store, llvm::DataLayout const& layout, ByteStore& result) {
    using namespace llvm::PatternMatch;
    llvm::Value* number = store.getValueOperand();
    if (!number->getType()->isIntegerTy(8) || !store.isSimple()) return false;
    uint64_t shift = 0;
    for (bool stripped = true; stripped;) {
        llvm::Value* inner = nullptr;
        uint64_t bits = 0;
        stripped = match(number, m_Trunc(m_Value(inner)));
        if (!stripped && match(number, m_LShr(m_Value(inner), m_ConstantInt(bits)))) {
            shift += bits;
            stripped = true;
        }
        if (stripped) number = inner;
    }
    if (shift % 8 != 0 || !number->getType()->isIntegerTy() || number == store.getValueOperand())
        return false;
    llvm::APInt offset(64, 0);
    llvm::Value* const base =
        store.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
    result = {&store, base, offset.getSExtValue(), number, shift / 8};
    return true;
}

using StoreRun = std::vector<ByteStore>;

bool continues(StoreRun const& run, ByteStore const& next) {
    return run.empty() || (run.front().base == next.base && run.front().number == next.number);
}

/// Whether bytes from `first` on, sorted by offset, are `count` neighbours with this step.
bool are_neighbours(StoreRun const& run, std::size_t first, std::size_t count, int step) {
    for (std::size_t i = 1; i < count; ++i) {
        ByteStore const& before = run[first + i - 1];
        ByteStore const& here = run[first + i];
        if (here.offset != before.offset + 1) return false;
        if (here.byte != before.byte + static_cast<uint64_t>(step)) return false;
    }
    return true;
}

void store_at_once(StoreRun const& run, std::size_t first, std::size_t count, bool swapped) {
    auto const part = llvm::ArrayRef(run).slice(first, count);
    auto const* const last = std::max_element(part.begin(), part.end(),
                                              [](ByteStore const& one, ByteStore const& other) {
                                                  return one.store->comesBefore(other.store);
                                              });
    llvm::IRBuilder<> builder(last->store);
    uint64_t const lowest = swapped ? part.back().byte : part.front().byte;
    llvm::Value* const shifted = builder.CreateLShr(part.front().number, lowest * 8);
    auto* const type = builder.getIntNTy(static_cast<unsigned>(count * 8));
    llvm::Value* value = builder.CreateTrunc(shifted, type);
    if (swapped) value = builder.CreateUnaryIntrinsic(llvm::Intrinsic::bswap, value);
    auto* const place = builder.CreatePtrAdd(
        part.front().base, builder.getInt64(static_cast<uint64_t>(part.front().offset)));
    auto* const whole = builder.CreateAlignedStore(value, place, llvm::Align(1));
    whole->copyMetadata(*last->store,
                        {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias});
    for (ByteStore const& each : part)
        each.store->eraseFromParent();
}

void join(StoreRun& run) {
    std::sort(run.begin(), run.end(), [](ByteStore const& one, ByteStore const& other) {
        return one.offset < other.offset;
    });
    for (std::size_t first = 0; first < run.size();) {
        std::size_t taken = 1;
        for (std::size_t const count : {8, 4, 2}) {
            if (first + count > run.size()) continue;
            bool const swapped = are_neighbours(run, first, count, -1);
            if (!swapped && !are_neighbours(run, first, count, 1)) continue;
            store_at_once(run, first, count, swapped);
            taken = count;
            break;
        }
        first += taken;
    }
    run.clear();
}

} // namespace

void join_bytes(llvm::Function& function) {
    llvm::DataLayout const& layout = function.getParent()->getDataLayout();
    for (llvm::BasicBlock& block : function) {
        std::vector<StoreRun> runs(1);
        for (llvm::Instruction& instruction : block) {
            if (!instruction.mayReadOrWriteMemory()) continue;
            auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
            ByteStore byte{};
            if (store == nullptr || !as_byte_store(*store, layout, byte)) {
                runs.emplace_back();
                continue;
            }
            if (!continues(runs.back(), byte)) runs.emplace_back();
            runs.back().push_back(byte);
        }
        for (StoreRun& run : runs)
            join(run);
    }
}

} // namespace specialize

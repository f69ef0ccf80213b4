// SPDX-License-Identifier: BSD-2-Clause
// Parts of values as they lie in memory, on LLVM's folding of loads from constants.
#include "bytes.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>

namespace specialize {
namespace {

uint64_t mask_of(uint64_t bits) {
    return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
}

llvm::Constant* load(llvm::Constant* value, int64_t offset, llvm::Type* type,
                     llvm::DataLayout const& layout) {
    return llvm::ConstantFoldLoadFromConst(value, type,
                                           llvm::APInt(64, static_cast<uint64_t>(offset)), layout);
}

} // namespace

Abstract from_bits(KnownBits bits, llvm::Type* type, llvm::DataLayout const& layout) {
    uint64_t const width = layout.getTypeSizeInBits(type);
    if (width > 64 || !(type->isIntegerTy() || type->isPointerTy())) return {};
    uint64_t const mask = mask_of(width);
    if (((bits.zeros | bits.ones) & mask) == mask) {
        if (auto* const integer = llvm::dyn_cast<llvm::IntegerType>(type))
            return Abstract::of(llvm::ConstantInt::get(integer, bits.ones & mask));
        if ((bits.ones & mask) == 0)
            return Abstract::of(
                llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(type)));
        return {};
    }
    if (!type->isIntegerTy()) return {};
    return Abstract::bits(bits.zeros & mask, bits.ones & mask);
}

Abstract part_of(Abstract const& value, uint64_t size, int64_t offset, llvm::Type* type,
                 Objects& objects) {
    llvm::DataLayout const& layout = objects.layout();
    if (value.is_constant()) {
        auto* const part = load(value.constant(), offset, type, layout);
        return part != nullptr ? objects.value_of(part) : Abstract{};
    }
    bool const whole = offset == 0 && layout.getTypeStoreSize(type) == size;
    if (value.object() != nullptr)
        return whole && (type->isPointerTy() || (type->isIntegerTy() && value.known()))
                   ? value
                   : Abstract{};
    auto const shift = static_cast<uint64_t>(offset) * 8;
    if (shift >= 64) return {};
    return from_bits({value.zeros() >> shift, value.ones() >> shift}, type, layout);
}

KnownBits byte_of(Abstract const& value, int64_t offset, Objects& objects) {
    if (value.is_constant()) {
        auto* const type = llvm::Type::getInt8Ty(value.constant()->getContext());
        auto* const byte = llvm::dyn_cast_or_null<llvm::ConstantInt>(
            load(value.constant(), offset, type, objects.layout()));
        if (byte == nullptr) return {};
        return {~byte->getZExtValue() & 0xff, byte->getZExtValue()};
    }
    auto const shift = static_cast<uint64_t>(offset) * 8;
    if (shift >= 64) return {};
    return {(value.zeros() >> shift) & 0xff, (value.ones() >> shift) & 0xff};
}

Abstract slice_of(Abstract const& value, int64_t offset, uint64_t size, Objects& objects) {
    llvm::LLVMContext& context = objects.llvm();
    if (size <= 8) {
        auto* const integer = llvm::Type::getIntNTy(context, static_cast<unsigned>(size * 8));
        return part_of(value, 0, offset, integer, objects);
    }
    if (!value.is_constant()) return {};
    auto* const byte = llvm::Type::getInt8Ty(context);
    llvm::SmallVector<llvm::Constant*> bytes;
    for (uint64_t i = 0; i < size; ++i) {
        auto* const each =
            load(value.constant(), offset + static_cast<int64_t>(i), byte, objects.layout());
        if (each == nullptr || !llvm::isa<llvm::ConstantInt>(each)) return {};
        bytes.push_back(each);
    }
    return Abstract::of(llvm::ConstantArray::get(llvm::ArrayType::get(byte, size), bytes));
}

void each_part(llvm::Constant& value, int64_t offset, llvm::DataLayout const& layout,
               llvm::function_ref<void(int64_t, llvm::Constant&)> visit) {
    auto* const type = value.getType();
    bool const has_parts = llvm::isa<llvm::ConstantStruct, llvm::ConstantArray>(value);
    if (!has_parts) return visit(offset, value);
    if (auto* const record = llvm::dyn_cast<llvm::StructType>(type)) {
        auto const* const places = layout.getStructLayout(record);
        for (unsigned i = 0; i < record->getNumElements(); ++i)
            each_part(*value.getAggregateElement(i),
                      offset + static_cast<int64_t>(places->getElementOffset(i)), layout, visit);
        return;
    }
    uint64_t const step = layout.getTypeAllocSize(type->getArrayElementType());
    for (unsigned i = 0; i < type->getArrayNumElements(); ++i)
        each_part(*value.getAggregateElement(i), offset + static_cast<int64_t>(step * i), layout,
                  visit);
}

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Folding on LLVM's constants and known bits, extended by addresses of objects.
#include "fold.hpp"

#include "bytes.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/KnownBits.h>

#include <optional>

namespace specialize {
namespace {

using llvm::Instruction;

bool has_bits(llvm::Type* type) {
    return type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
}

/// Of the object that an address leads into: it tells the lowest bits of the address.
llvm::Align alignment_of(Abstract const& address) {
    return address.object()->alignment.valueOrOne();
}

llvm::KnownBits to_llvm(Abstract const& value, llvm::Type* type) {
    unsigned const width = type->getIntegerBitWidth();
    if (value.is_constant())
        if (auto const* const number = llvm::dyn_cast<llvm::ConstantInt>(value.constant()))
            return llvm::KnownBits::makeConstant(number->getValue());
    llvm::KnownBits bits(width);
    if (value.is_address()) {
        auto const low = static_cast<uint64_t>(value.offset()) & (alignment_of(value).value() - 1);
        bits.Zero.setLowBits(std::min(width, llvm::Log2(alignment_of(value))));
        bits.One = llvm::APInt(64, low).zextOrTrunc(width);
        bits.Zero &= ~bits.One;
    }
    if (value.known()) return bits;
    bits.Zero = llvm::APInt(64, value.zeros()).zextOrTrunc(width);
    bits.One = llvm::APInt(64, value.ones()).zextOrTrunc(width);
    return bits;
}

Abstract from_llvm(llvm::KnownBits const& bits, llvm::Type* type) {
    if (bits.hasConflict()) return {};
    if (bits.isConstant()) return Abstract::of(llvm::ConstantInt::get(type, bits.getConstant()));
    return Abstract::bits(bits.Zero.getZExtValue(), bits.One.getZExtValue());
}

std::optional<int64_t> number_in(Abstract const& value) {
    if (!value.is_constant()) return std::nullopt;
    auto const* const number = llvm::dyn_cast<llvm::ConstantInt>(value.constant());
    if (number == nullptr || number->getBitWidth() > 64) return std::nullopt;
    return number->getSExtValue();
}

std::optional<bool> compare_bits(llvm::CmpInst::Predicate predicate, llvm::KnownBits const& left,
                                 llvm::KnownBits const& right) {
    switch (predicate) {
    case llvm::CmpInst::ICMP_EQ:
        return llvm::KnownBits::eq(left, right);
    case llvm::CmpInst::ICMP_NE:
        return llvm::KnownBits::ne(left, right);
    case llvm::CmpInst::ICMP_UGT:
        return llvm::KnownBits::ugt(left, right);
    case llvm::CmpInst::ICMP_UGE:
        return llvm::KnownBits::uge(left, right);
    case llvm::CmpInst::ICMP_ULT:
        return llvm::KnownBits::ult(left, right);
    case llvm::CmpInst::ICMP_ULE:
        return llvm::KnownBits::ule(left, right);
    case llvm::CmpInst::ICMP_SGT:
        return llvm::KnownBits::sgt(left, right);
    case llvm::CmpInst::ICMP_SGE:
        return llvm::KnownBits::sge(left, right);
    case llvm::CmpInst::ICMP_SLT:
        return llvm::KnownBits::slt(left, right);
    case llvm::CmpInst::ICMP_SLE:
        return llvm::KnownBits::sle(left, right);
    default:
        return std::nullopt;
    }
}

/// One evaluation.
class Folding {
public:
    Folding(Instruction const& instruction, ValueOf value_of, Objects& objects)
        : instruction_(instruction), value_of_(value_of), objects_(objects) {}

    Folded run() const {
        switch (instruction_.getOpcode()) {
        case Instruction::Select:
            return select();
        case Instruction::Freeze:
            return operand(0).known() ? Folded{operand(0)} : Folded{};
        case Instruction::GetElementPtr:
            return {address()};
        case Instruction::ICmp:
            return {comparison()};
        case Instruction::ExtractValue:
            return {element()};
        case Instruction::InsertValue:
            return {with_element()};
        default:
            break;
        }
        if (Abstract const value = constant(); value.known()) return {value};
        if (instruction_.isCast()) return {cast()};
        if (instruction_.isBinaryOp()) return {binary()};
        return {};
    }

private:
    Abstract operand(unsigned index) const { return value_of_(*instruction_.getOperand(index)); }
    llvm::Type* type() const { return instruction_.getType(); }

    /// All operands known as constants: LLVM folds.
    Abstract constant() const {
        llvm::SmallVector<llvm::Constant*> operands;
        for (unsigned i = 0; i < instruction_.getNumOperands(); ++i) {
            Abstract const each = operand(i);
            if (!each.is_constant()) return {};
            operands.push_back(each.constant());
        }
        auto* const result = llvm::ConstantFoldInstOperands(const_cast<Instruction*>(&instruction_),
                                                            operands, objects_.layout());
        if (result == nullptr || result->containsUndefOrPoisonElement()) return {};
        return objects_.value_of(result);
    }

    Folded select() const {
        Abstract const condition = operand(0);
        if (auto const which = number_in(condition)) {
            llvm::Value const* const chosen = instruction_.getOperand(*which != 0 ? 1 : 2);
            return {value_of_(*chosen), chosen};
        }
        return {join(operand(1), operand(2))};
    }

    Abstract cast() const {
        Abstract const from = operand(0);
        auto* const from_type = instruction_.getOperand(0)->getType();
        llvm::DataLayout const& layout = objects_.layout();
        if (from.object() != nullptr) {
            bool const keeps =
                llvm::isa<llvm::PtrToIntInst, llvm::IntToPtrInst, llvm::BitCastInst>(
                    instruction_) &&
                layout.getTypeSizeInBits(from_type) == layout.getTypeSizeInBits(type());
            return keeps && (from.known() || type()->isPointerTy()) ? from : Abstract{};
        }
        if (!has_bits(from_type) || !has_bits(type())) return {};
        llvm::KnownBits const bits = to_llvm(from, from_type);
        unsigned const width = type()->getIntegerBitWidth();
        switch (instruction_.getOpcode()) {
        case Instruction::Trunc:
            return from_llvm(bits.trunc(width), type());
        case Instruction::ZExt:
            return from_llvm(bits.zext(width), type());
        case Instruction::SExt:
            return from_llvm(bits.sext(width), type());
        default:
            return {};
        }
    }

    Abstract binary() const {
        Abstract const left = operand(0);
        Abstract const right = operand(1);
        bool const masks = instruction_.getOpcode() == Instruction::And;
        if (!masks && (left.is_address() || right.is_address()))
            return address_arithmetic(left, right);
        if (!has_bits(type())) return {};
        llvm::KnownBits const one = to_llvm(left, type());
        llvm::KnownBits const two = to_llvm(right, type());
        switch (instruction_.getOpcode()) {
        case Instruction::And:
            return from_llvm(one & two, type());
        case Instruction::Or:
            return from_llvm(one | two, type());
        case Instruction::Xor:
            return from_llvm(one ^ two, type());
        case Instruction::Shl:
            return from_llvm(llvm::KnownBits::shl(one, two), type());
        case Instruction::LShr:
            return from_llvm(llvm::KnownBits::lshr(one, two), type());
        case Instruction::AShr:
            return from_llvm(llvm::KnownBits::ashr(one, two), type());
        case Instruction::Mul:
            return from_llvm(llvm::KnownBits::mul(one, two), type());
        case Instruction::Add:
        case Instruction::Sub:
            return from_llvm(
                llvm::KnownBits::computeForAddSub(instruction_.getOpcode() == Instruction::Add,
                                                  false, false, one, two),
                type());
        default:
            return {};
        }
    }

    Abstract address_arithmetic(Abstract const& left, Abstract const& right) const {
        bool const adds = instruction_.getOpcode() == Instruction::Add;
        if (!adds && instruction_.getOpcode() != Instruction::Sub) return {};
        if (!adds && left.is_address() && right.is_address() && left.object() == right.object())
            return Abstract::of(
                llvm::ConstantInt::getSigned(type(), left.offset() - right.offset()));
        if (auto const number = number_in(right); number && left.is_address())
            return Abstract::address(left.object(),
                                     adds ? left.offset() + *number : left.offset() - *number);
        if (auto const number = number_in(left); number && adds && right.is_address())
            return Abstract::address(right.object(), right.offset() + *number);
        return {};
    }

    Abstract address() const {
        if (!type()->isPointerTy()) return constant();
        Abstract const base = operand(0);
        if (base.object() == nullptr) return constant();
        auto const distance = byte_distance();
        if (distance && base.known())
            return Abstract::address(base.object(), base.offset() + *distance);
        Object& object = *base.object();
        bool const bounded = object.kind != Object::Kind::pointee || stays_within(base);
        return bounded ? Abstract::somewhere_in(&object) : Abstract{};
    }

    /// Whether a step over an index that is not known stays in what is known of a pointee's extent:
    /// it goes to a part of a type. A step from one object to the next, as `p[i]`, may leave it.
    bool stays_within(Abstract const& base) const {
        auto const& step = llvm::cast<llvm::GEPOperator>(instruction_);
        auto const first = number_in(operand(1));
        if (!first || *first != 0 || step.getNumIndices() < 2) return false;
        uint64_t const size = objects_.layout().getTypeAllocSize(step.getSourceElementType());
        uint64_t const known = base.object()->size;
        if (!base.known()) return known != 0;
        return base.offset() >= 0 && static_cast<uint64_t>(base.offset()) + size <= known;
    }

    /// How far a getelementptr goes from its base; none if an index is not known.
    std::optional<int64_t> byte_distance() const {
        auto const& step = llvm::cast<llvm::GEPOperator>(instruction_);
        int64_t sum = 0;
        for (auto index = llvm::gep_type_begin(step); index != llvm::gep_type_end(step); ++index) {
            auto const number = number_in(value_of_(*index.getOperand()));
            if (!number) return std::nullopt;
            if (auto* const record = index.getStructTypeOrNull()) {
                auto const* const places = objects_.layout().getStructLayout(record);
                sum +=
                    static_cast<int64_t>(places->getElementOffset(static_cast<unsigned>(*number)));
            } else {
                sum += *number *
                       static_cast<int64_t>(index.getSequentialElementStride(objects_.layout()));
            }
        }
        return sum;
    }

    Abstract truth(bool value) const {
        return Abstract::of(llvm::ConstantInt::getBool(type(), value));
    }

    Abstract comparison() const {
        auto const predicate = llvm::cast<llvm::ICmpInst>(instruction_).getPredicate();
        Abstract const left = operand(0);
        Abstract const right = operand(1);
        if (left.object() != nullptr || right.object() != nullptr) {
            auto const result = compare_addresses(predicate, left, right);
            return result ? truth(*result) : Abstract{};
        }
        if (Abstract const value = constant(); value.known()) return value;
        auto* const compared = instruction_.getOperand(0)->getType();
        if (!has_bits(compared)) return {};
        auto const result =
            compare_bits(predicate, to_llvm(left, compared), to_llvm(right, compared));
        return result ? truth(*result) : Abstract{};
    }

    static bool is_null(Abstract const& value) {
        return value.is_constant() && value.constant()->isNullValue();
    }

    /// An address that cannot be equal to one in another object, whatever that is.
    static bool stands_alone(Abstract const& value, Abstract const& other) {
        Object const& object = *value.object();
        Object const& from = *other.object();
        if (object.kind == Object::Kind::pointee || from.kind == Object::Kind::pointee)
            return object.kind == Object::Kind::local || from.kind == Object::Kind::local;
        auto const inside = [](Abstract const& each) {
            return each.offset() >= 0 && each.known() &&
                   static_cast<uint64_t>(each.offset()) < each.object()->size;
        };
        auto const merges = [](Object const& each) {
            return each.global != nullptr && each.global->hasAtLeastLocalUnnamedAddr();
        };
        return inside(value) && inside(other) && !merges(object) && !merges(from);
    }

    std::optional<bool> compare_addresses(llvm::CmpInst::Predicate predicate, Abstract const& left,
                                          Abstract const& right) const {
        bool const equality = llvm::ICmpInst::isEquality(predicate);
        bool const when_apart = predicate == llvm::CmpInst::ICMP_NE;
        if (is_null(left) || is_null(right)) {
            Abstract const& place = is_null(left) ? right : left;
            bool const inside = !place.known() || place.offset() >= 0;
            if (!equality || !place.object()->not_null || !inside) return std::nullopt;
            place.object()->taken_for_not_null = true;
            return when_apart;
        }
        if (left.known() && right.known() && left.object() == right.object() &&
            !llvm::ICmpInst::isSigned(predicate))
            return llvm::ICmpInst::compare(
                llvm::APInt(64, static_cast<uint64_t>(left.offset())),
                llvm::APInt(64, static_cast<uint64_t>(right.offset())),
                equality ? predicate : llvm::ICmpInst::getSignedPredicate(predicate));
        if (equality && left.object() != nullptr && right.object() != nullptr &&
            left.object() != right.object() && stands_alone(left, right))
            return when_apart;
        return std::nullopt;
    }

    Abstract element() const {
        auto const& extraction = llvm::cast<llvm::ExtractValueInst>(instruction_);
        Abstract const whole = operand(0);
        if (whole.is_constant()) {
            auto* const part = llvm::ConstantFoldExtractValueInstruction(whole.constant(),
                                                                         extraction.getIndices());
            return part != nullptr ? objects_.value_of(part) : Abstract{};
        }
        if (whole.elements() == nullptr || extraction.getNumIndices() != 1) return {};
        return (*whole.elements())[extraction.getIndices().front()];
    }

    Abstract with_element() const {
        auto const& insertion = llvm::cast<llvm::InsertValueInst>(instruction_);
        auto* const record = llvm::dyn_cast<llvm::StructType>(type());
        if (record == nullptr || insertion.getNumIndices() != 1) return {};
        Abstract const whole = operand(0);
        Abstract::Elements elements(record->getNumElements());
        for (unsigned i = 0; i < elements.size(); ++i) {
            if (whole.elements() != nullptr) elements[i] = (*whole.elements())[i];
            if (!whole.is_constant()) continue;
            elements[i] = objects_.value_of(whole.constant()->getAggregateElement(i));
        }
        elements[insertion.getIndices().front()] = operand(1);
        return collected(std::move(elements), record);
    }

    static Abstract collected(Abstract::Elements elements, llvm::StructType* record) {
        llvm::SmallVector<llvm::Constant*> constants;
        for (Abstract const& each : elements)
            if (each.is_constant()) constants.push_back(each.constant());
        if (constants.size() == elements.size())
            return Abstract::of(llvm::ConstantStruct::get(record, constants));
        bool const any =
            llvm::any_of(elements, [](Abstract const& each) { return !each.unknown(); });
        return any ? Abstract::aggregate(std::move(elements)) : Abstract{};
    }

    Instruction const& instruction_;
    ValueOf value_of_;
    Objects& objects_;
};

} // namespace

Folded fold(Instruction const& instruction, ValueOf value_of, Objects& objects) {
    return Folding(instruction, value_of, objects).run();
}

} // namespace specialize

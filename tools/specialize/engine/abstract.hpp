// SPDX-License-Identifier: BSD-2-Clause
// What is known of a value while code is followed: all, an address, or a part.
#pragma once

#include <llvm/ADT/Hashing.h>
#include <llvm/IR/Constant.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace specialize {

struct Object;

/// A value as far as it is known. `constant` and `address` are known wholly; a `dynamic` value is
/// computed by the version, but some of it may be known: bits of an integer, elements of a
/// first-class aggregate, or the object that a pointer leads into.
class Abstract {
public:
    enum class Kind { dynamic, constant, address };
    using Elements = std::vector<Abstract>;

    Abstract() = default;

    /// `value` has no address of a variable in it: see Objects::value_of.
    static Abstract of(llvm::Constant* value) {
        Abstract result;
        result.kind_ = Kind::constant;
        result.constant_ = value;
        return result;
    }
    static Abstract address(Object* object, int64_t offset) {
        Abstract result;
        result.kind_ = Kind::address;
        result.object_ = object;
        result.offset_ = offset;
        return result;
    }
    static Abstract somewhere_in(Object* object) {
        Abstract result;
        result.object_ = object;
        return result;
    }
    /// An integer of at most 64 bits. Masks: bits known to be 0, bits known to be 1.
    static Abstract bits(uint64_t zeros, uint64_t ones) {
        Abstract result;
        result.zeros_ = zeros;
        result.ones_ = ones;
        return result;
    }
    static Abstract aggregate(Elements elements) {
        Abstract result;
        result.elements_ = std::make_shared<Elements const>(std::move(elements));
        return result;
    }

    bool known() const { return kind_ != Kind::dynamic; }
    bool is_constant() const { return kind_ == Kind::constant; }
    bool is_address() const { return kind_ == Kind::address; }
    /// Dynamic, and nothing known besides.
    bool unknown() const {
        return !known() && object_ == nullptr && zeros_ == 0 && ones_ == 0 && !elements_;
    }

    llvm::Constant* constant() const { return constant_; }
    /// Of an address its object; of a dynamic pointer the one it leads into, if that is known.
    Object* object() const { return object_; }
    int64_t offset() const { return offset_; }
    uint64_t zeros() const { return zeros_; }
    uint64_t ones() const { return ones_; }
    Elements const* elements() const { return elements_.get(); }

    bool operator==(Abstract const& other) const {
        if (kind_ != other.kind_ || constant_ != other.constant_ || object_ != other.object_ ||
            offset_ != other.offset_ || zeros_ != other.zeros_ || ones_ != other.ones_)
            return false;
        if (elements_ == other.elements_) return true;
        return elements_ && other.elements_ && *elements_ == *other.elements_;
    }

    friend llvm::hash_code hash_value(Abstract const& value) {
        auto const whole =
            llvm::hash_combine(static_cast<int>(value.kind_), value.constant_, value.object_,
                               value.offset_, value.zeros_, value.ones_);
        if (!value.elements_) return whole;
        return llvm::hash_combine(
            whole, llvm::hash_combine_range(value.elements_->begin(), value.elements_->end()));
    }

private:
    Kind kind_ = Kind::dynamic;
    llvm::Constant* constant_ = nullptr;
    Object* object_ = nullptr;
    int64_t offset_ = 0;
    uint64_t zeros_ = 0;
    uint64_t ones_ = 0;
    std::shared_ptr<Elements const> elements_;
};

/// What holds of both. Objects that only one of two addresses leads into are no longer told apart:
/// the caller lets them escape.
Abstract join(Abstract const& one, Abstract const& other);

} // namespace specialize

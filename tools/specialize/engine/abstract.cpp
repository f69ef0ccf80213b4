// SPDX-License-Identifier: BSD-2-Clause
// What two abstract values have in common.
#include "abstract.hpp"

#include "objects.hpp"

#include <llvm/IR/Constants.h>

namespace specialize {
namespace {

struct Bits {
    uint64_t zeros = 0;
    uint64_t ones = 0;
};

Bits bits_of(Abstract const& value) {
    if (!value.is_constant()) return {value.zeros(), value.ones()};
    auto const* const number = llvm::dyn_cast<llvm::ConstantInt>(value.constant());
    if (number == nullptr || number->getBitWidth() > 64) return {};
    uint64_t const mask =
        number->getBitWidth() == 64 ? ~uint64_t{0} : (uint64_t{1} << number->getBitWidth()) - 1;
    return {~number->getZExtValue() & mask, number->getZExtValue()};
}

/// Whether an address lies in the known extent of its object, so that no other object is there.
bool is_within(Abstract const& address) {
    Object const& object = *address.object();
    if (!address.known() || object.kind != Object::Kind::pointee) return true;
    return address.offset() >= 0 && static_cast<uint64_t>(address.offset()) < object.size;
}

Abstract join_elements(Abstract::Elements const& one, Abstract::Elements const& other) {
    if (one.size() != other.size()) return {};
    Abstract::Elements both;
    for (std::size_t i = 0; i < one.size(); ++i)
        both.push_back(join(one[i], other[i]));
    return Abstract::aggregate(std::move(both));
}

} // namespace

Abstract join(Abstract const& one, Abstract const& other) {
    if (one == other) return one;
    if (one.object() != nullptr && one.object() == other.object())
        return is_within(one) && is_within(other) ? Abstract::somewhere_in(one.object())
                                                  : Abstract{};
    if (one.elements() != nullptr && other.elements() != nullptr)
        return join_elements(*one.elements(), *other.elements());
    if (one.is_address() || other.is_address()) return {};
    Bits const first = bits_of(one);
    Bits const second = bits_of(other);
    return Abstract::bits(first.zeros & second.zeros, first.ones & second.ones);
}

} // namespace specialize

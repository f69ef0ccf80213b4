// SPDX-License-Identifier: BSD-2-Clause
// What two abstract values have in common.
#include "abstract.hpp"

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
        return Abstract::somewhere_in(one.object());
    if (one.elements() != nullptr && other.elements() != nullptr)
        return join_elements(*one.elements(), *other.elements());
    if (one.is_address() || other.is_address()) return {};
    Bits const first = bits_of(one);
    Bits const second = bits_of(other);
    return Abstract::bits(first.zeros & second.zeros, first.ones & second.ones);
}

} // namespace specialize

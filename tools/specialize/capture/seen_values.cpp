// SPDX-License-Identifier: BSD-2-Clause
// Writes integers, enumerators, floating-point numbers and addresses.
#include "seen_values.hpp"

#include <specialize/facts/shape_places.hpp>

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <limits>

namespace specialize {
namespace {

/// The machines that are recorded on put the lowest byte first.
uint64_t number_in(std::string const& bytes) {
    uint64_t number = 0;
    for (size_t i = 0; i < bytes.size(); ++i)
        number |= uint64_t(uint8_t(bytes[i])) << (8 * i);
    return number;
}

int64_t signed_number(uint64_t bits, size_t size_bytes) {
    unsigned const shift = unsigned(64 - 8 * size_bytes);
    return int64_t(bits << shift) >> shift;
}

std::string spelled_integer(uint64_t bits, bool is_signed, size_t size_bytes) {
    if (!is_signed) return std::to_string(bits) + (int64_t(bits) < 0 ? "U" : "");
    int64_t const number = signed_number(bits, size_bytes);
    // The lowest number has no literal: the minus is no part of one.
    if (number == std::numeric_limits<int64_t>::min()) return "-9223372036854775807 - 1";
    return std::to_string(number);
}

Spelled spelled_number(uint64_t bits, size_t size_bytes, Shape const& shape,
                       rewrite::Language language) {
    int64_t const number = shape.is_signed ? signed_number(bits, size_bytes) : int64_t(bits);
    auto const enumerator = shape.enumerators.find(number);
    if (enumerator != shape.enumerators.end()) return {enumerator->second, {}};
    std::string const text = spelled_integer(bits, shape.is_signed, size_bytes);
    bool const needs_cast = !shape.enumerators.empty() && language == rewrite::Language::cxx;
    if (!needs_cast) return {text, {}};
    if (shape.enumeration.empty()) return {{}, text + ", which is none of its enumerators"};
    return {"(" + shape.enumeration + ")(" + text + ")", {}};
}

Spelled spelled_boolean(uint64_t bits, rewrite::Language language) {
    if (bits > 1) return {{}, "a boolean that is neither true nor false"};
    bool const is_cxx = language == rewrite::Language::cxx;
    return {bits ? (is_cxx ? "true" : "1") : (is_cxx ? "false" : "0"), {}};
}

Spelled spelled_floating(uint64_t bits, size_t size_bytes) {
    bool const is_double = size_bytes == 8;
    llvm::APFloat const number(is_double ? llvm::APFloat::IEEEdouble()
                                         : llvm::APFloat::IEEEsingle(),
                               llvm::APInt(is_double ? 64 : 32, bits));
    if (!number.isFinite()) return {{}, "a number that is not finite"};
    std::array<char, 64> digits{};
    unsigned const length =
        number.convertToHexString(digits.data(), 0, false, llvm::APFloat::rmNearestTiesToEven);
    return {std::string(digits.data(), length) + (is_double ? "" : "f"), {}};
}

/// Whether a pointer to the symbol's type goes where the leaf's does without a cast.
bool fits(Shape const& leaf, NamedSymbol const& symbol, bool has_type) {
    if (symbol.is_function) return leaf.pointee == symbol.shape->canonical;
    return has_type && (leaf.leads_to_constant || !symbol.is_constant);
}

Spelled spelled_address(SeenValue const& value, Shape const& leaf,
                        std::vector<NamedSymbol> const& symbols) {
    if (!value.source.empty())
        return {{},
                "in `" + value.symbol + "` of " + value.source +
                    ", which the source of the entry does not declare"};
    auto const found = std::ranges::find(symbols, value.symbol, &NamedSymbol::name);
    if (found == symbols.end())
        return {{}, "an address in `" + value.symbol + "`, which the source does not name"};
    NamedSymbol const& symbol = *found;
    auto const part = symbol.is_function ? std::optional<std::string>("")
                                         : part_at(*symbol.shape, value.offset, leaf.pointee);
    bool const has_place = part.has_value() || value.offset == 0;
    if (!has_place || (symbol.is_function && value.offset > 0))
        return {{},
                "an address " + std::to_string(value.offset) + " bytes after the beginning of `" +
                    symbol.name + "`"};
    std::string const address = "&" + symbol.name + part.value_or("");
    return {fits(leaf, symbol, part.has_value()) ? address : "(" + leaf.type + ")" + address, {}};
}

} // namespace

Spelled spelled(SeenValue const& value, Shape const& shape, std::vector<NamedSymbol> const& symbols,
                rewrite::Language language) {
    bool const is_pointer = shape.kind == ShapeKind::pointer;
    if (is_pointer != (value.kind != SeenKind::number)) return {{}, "of another type"};
    if (value.kind == SeenKind::null)
        return {language == rewrite::Language::cxx ? "nullptr" : "0", {}};
    if (value.kind == SeenKind::elsewhere) return {{}, "an address of this run, no value"};
    if (value.kind == SeenKind::symbol) return spelled_address(value, shape, symbols);
    uint64_t const bits = number_in(value.bytes);
    if (shape.kind == ShapeKind::boolean) return spelled_boolean(bits, language);
    if (shape.kind == ShapeKind::floating) return spelled_floating(bits, value.bytes.size());
    return spelled_number(bits, value.bytes.size(), shape, language);
}

} // namespace specialize

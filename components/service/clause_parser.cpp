// SPDX-License-Identifier: BSD-2-Clause
// Takes a text of properties or constraints apart.
#include <service/clause_parser.hpp>

namespace flat::service {

using Code = TradeError::Code;

namespace {

bool is_small(char character) {
    return character >= 'a' && character <= 'z';
}

bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

bool is_letter(char character) {
    return is_small(character) || (character >= 'A' && character <= 'Z');
}

bool may_be_in_a_name(char character) {
    return is_small(character) || is_digit(character) || character == '_';
}

bool may_be_in_a_word(char character) {
    return is_letter(character) || is_digit(character) || character == '_' || character == '-' ||
           character == '.';
}

/// How many characters at the beginning of a text are of a kind.
template<class Kind>
usize count_first(Text text, Kind const& is_of_kind) {
    usize count = 0;
    while (count < text.size() && is_of_kind(text[count]))
        ++count;
    return count;
}

} // namespace

bool ClauseParser::take(char character) {
    if (is_at_end() || rest_[0] != character) return false;
    rest_ = rest_.after(1);
    return true;
}

Result<Clause, TradeError> ClauseParser::clause() {
    if (!is_small(peek())) return TradeError{Code::bad_name};
    Text const name = take_first(count_first(rest_, may_be_in_a_name));
    Comparison const how = TRY(comparison());
    Value const with = TRY(value());
    bool const needs_integer = how != Comparison::equal && how != Comparison::different;
    if (needs_integer && !with.is_integer()) return TradeError{Code::bad_operator};
    return Clause{name, how, with};
}

Result<Comparison, TradeError> ClauseParser::comparison() {
    if (take('=')) return Comparison::equal;
    if (take('<')) return take('=') ? Comparison::at_most : Comparison::less;
    if (take('>')) return take('=') ? Comparison::at_least : Comparison::greater;
    if (take('!') && take('=')) return Comparison::different;
    return TradeError{Code::bad_operator};
}

Result<Value, TradeError> ClauseParser::value() {
    if (!is_letter(peek())) return integer();
    return Value{take_first(count_first(rest_, may_be_in_a_word)), 0};
}

Result<Value, TradeError> ClauseParser::integer() {
    bool const is_negative = take('-');
    Text const digits = take_first(count_first(rest_, is_digit));
    bool const has_needless_zero = digits.starts_with("0") && (digits.size() > 1 || is_negative);
    if (digits.is_empty() || has_needless_zero) return TradeError{Code::bad_value};
    // Counted downwards, because the least integer has no positive counterpart.
    i64 value = 0;
    for (char const digit : digits)
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_sub_overflow(value, digit - '0', &value))
            return TradeError{Code::bad_value};
    if (!is_negative && __builtin_sub_overflow(i64{0}, value, &value))
        return TradeError{Code::bad_value};
    return Value{{}, value};
}

Text ClauseParser::take_first(usize count) {
    Text const taken = rest_.first(count);
    rest_ = rest_.after(count);
    return taken;
}

} // namespace flat::service

// SPDX-License-Identifier: BSD-2-Clause
// Properties of offers, and the constraints that they meet or do not meet.
#include <service/clauses.hpp>

#include <service/clause_parser.hpp>

namespace flat::service {

using Code = TradeError::Code;

namespace {

bool compares(Value const& own, Comparison comparison, Value const& other) {
    bool const is_equal = own.word == other.word && own.integer == other.integer;
    if (comparison == Comparison::equal) return is_equal;
    if (comparison == Comparison::different) return !is_equal;
    if (!own.is_integer()) return false;
    switch (comparison) {
    case Comparison::less:
        return own.integer < other.integer;
    case Comparison::at_most:
        return own.integer <= other.integer;
    case Comparison::greater:
        return own.integer > other.integer;
    default:
        return own.integer >= other.integer;
    }
}

} // namespace

Clause const* Clauses::find(Text name) const {
    for (Clause const& each : all())
        if (each.name == name) return &each;
    return nullptr;
}

bool Clauses::meet(Clauses const& constraint) const {
    for (Clause const& wanted : constraint.all()) {
        Clause const* const own = find(wanted.name);
        if (!own || !compares(own->value, wanted.comparison, wanted.value)) return false;
    }
    return true;
}

Result<Clauses, TradeError> parse_constraint(Text text) {
    Clauses clauses;
    if (text.size() > clauses_text_max) return TradeError{Code::too_long};
    if (text.is_empty()) return clauses;
    ClauseParser parser(text);
    do {
        if (clauses.count_ == clauses_max) return TradeError{Code::too_long};
        clauses.clauses_[clauses.count_++] = TRY(parser.clause());
    } while (parser.take(';'));
    if (!parser.is_at_end()) return TradeError{Code::bad_value};
    return clauses;
}

Result<Clauses, TradeError> parse_properties(Text text) {
    Clauses const clauses = TRY(parse_constraint(text));
    for (Clause const& each : clauses.all()) {
        if (each.comparison != Comparison::equal) return TradeError{Code::bad_operator};
        if (clauses.find(each.name) != &each) return TradeError{Code::duplicate};
    }
    return clauses;
}

} // namespace flat::service

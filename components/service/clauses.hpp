// SPDX-License-Identifier: BSD-2-Clause
// Properties of offers, and the constraints that they meet or do not meet.
#pragma once

#include <core/result.hpp>
#include <core/text.hpp>
#include <flat/service/trade_error.hpp>

namespace flat::service {

/// The most parts of a text, and its greatest length in bytes.
inline constexpr usize clauses_max = 8;
inline constexpr usize clauses_text_max = 127;

/// How a property compares with a value.
enum class Comparison : u8 { equal, different, less, at_most, greater, at_least };

/// An integer or a word.
struct Value {
    Text word; // empty for an integer
    i64 integer;

    bool is_integer() const { return word.is_empty(); }
};

/// One part of a text: `speed>=100`.
struct Clause {
    Text name;
    Comparison comparison;
    Value value;
};

/// The parts of a text, to which they refer.
class Clauses {
public:
    Span<Clause const> all() const { return Span<Clause const>(clauses_, count_); }

    /// The clause about a property, the first of several; null when there is none.
    Clause const* find(Text name) const;

    /// Whether an offer with these properties meets all of `constraint`.
    bool meet(Clauses const& constraint) const;

private:
    friend Result<Clauses, TradeError> parse_constraint(Text text);

    Clause clauses_[clauses_max] = {};
    usize count_ = 0;
};

/// What a text states, which may come from anywhere, or what is wrong with it. The grammar is that
/// of the interface `Trader`.
Result<Clauses, TradeError> parse_constraint(Text text);

/// The same for properties, which are each stated once, by `=`.
Result<Clauses, TradeError> parse_properties(Text text);

} // namespace flat::service

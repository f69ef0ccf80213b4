// SPDX-License-Identifier: BSD-2-Clause
// Takes a text of properties or constraints apart.
#pragma once

#include <service/clauses.hpp>

namespace flat::service {

/// Reads a text from its beginning to its end; what it yields refers to the text.
class ClauseParser {
public:
    explicit ClauseParser(Text text) : rest_(text) {}

    bool is_at_end() const { return rest_.is_empty(); }

    /// Whether a character comes next, which is then taken.
    bool take(char character);

    /// A name, a comparison and a value.
    Result<Clause, TradeError> clause();

private:
    Result<Comparison, TradeError> comparison();
    Result<Value, TradeError> value();
    Result<Value, TradeError> integer();
    char peek() const { return rest_.is_empty() ? '\0' : rest_[0]; }
    Text take_first(usize count);

    Text rest_;
};

} // namespace flat::service

// SPDX-License-Identifier: BSD-2-Clause
// The tokens of a .spec file: those of C and C++, each with its place.
#pragma once

#include <rewrite/text/diagnostic.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace specialize {

enum class TokenKind { word, number, literal, punctuation, end };

struct Token {
    TokenKind kind = TokenKind::end;
    std::string_view text;
    size_t begin = 0; ///< offset in the file
    uint32_t line = 1;
    uint32_t column = 1;
    bool is_first = false; ///< of its line

    size_t end() const { return begin + text.size(); }
    bool is(std::string_view other) const { return kind != TokenKind::literal && text == other; }

    /// Whether an operand may end here, so that another operand cannot follow.
    bool ends_operand() const {
        return kind == TokenKind::word || kind == TokenKind::number || kind == TokenKind::literal ||
               is(")") || is("]") || is("}");
    }
};

/// Ends with a token of kind `end`. Tokens point into `text`, which must live on.
std::vector<Token> tokens_of(std::string const& file, std::string_view text,
                             rewrite::Diagnostics& diagnostics);

} // namespace specialize

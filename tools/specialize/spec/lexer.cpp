// SPDX-License-Identifier: BSD-2-Clause
// Splits a .spec file into tokens.
#include "lexer.hpp"

#include <rewrite/text/character.hpp>

#include <array>

namespace specialize {
namespace {

constexpr std::array<std::string_view, 18> long_signs = {"...", "->*", "<<=", ">>=", "->", "::",
                                                         "==",  "!=",  "<=",  ">=",  "&&", "||",
                                                         "<<",  "++",  "--",  "+=",  "-=", ".*"};

constexpr std::string_view short_signs = "{}()[]<>;:,.=+-*/%&|^!~?";

/// Bytes that begin no token of C stand in the message as their value.
std::string shown(char byte) {
    if (byte > ' ' && byte < 0x7f) return std::string("`") + byte + "`";
    constexpr std::string_view digits = "0123456789abcdef";
    auto const value = static_cast<unsigned char>(byte);
    return std::string("the byte 0x") + digits[value / 16] + digits[value % 16];
}

class Lexer {
public:
    Lexer(std::string const& file, std::string_view text, rewrite::Diagnostics& diagnostics)
        : file_(file), text_(text), diagnostics_(diagnostics) {}

    std::vector<Token> run() {
        while (skip_to_token())
            take();
        add(TokenKind::end, 0);
        return std::move(tokens_);
    }

private:
    char at(size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
    bool starts(std::string_view what) const { return text_.substr(next_).starts_with(what); }

    rewrite::Place here() const { return {file_, line_, uint32_t(next_ - line_begin_ + 1)}; }

    void advance(size_t count) {
        for (size_t const end = std::min(next_ + count, text_.size()); next_ < end; ++next_)
            if (text_[next_] == '\n') {
                ++line_;
                line_begin_ = next_ + 1;
                is_first_ = true;
            }
    }

    void add(TokenKind kind, size_t length) {
        rewrite::Place const place = here();
        tokens_.push_back(
            {kind, text_.substr(next_, length), next_, place.line, place.column, is_first_});
        is_first_ = false;
        advance(length);
    }

    /// False at the end of the file.
    bool skip_to_token() {
        while (next_ < text_.size()) {
            if (rewrite::is_space(text_[next_]))
                advance(1);
            else if (starts("//"))
                advance(std::min(text_.find('\n', next_), text_.size()) - next_);
            else if (starts("/*"))
                skip_comment();
            else
                return true;
        }
        return false;
    }

    void skip_comment() {
        size_t const end = text_.find("*/", next_ + 2);
        if (end == text_.npos)
            diagnostics_.refuse("S0121", here(), "this comment has no end", "close it by `*/`");
        advance(end == text_.npos ? text_.size() : end + 2 - next_);
    }

    void take() {
        char const first = text_[next_];
        if (rewrite::is_digit(first) || (first == '.' && rewrite::is_digit(at(next_ + 1))))
            add(TokenKind::number, length_of_number());
        else if (first == '"' || first == '\'')
            take_literal(first);
        else if (rewrite::is_identifier(first))
            take_word();
        else
            take_sign();
    }

    /// A preprocessing number: `0x1p-3`, `1'000`, `1.5e+3f`.
    size_t length_of_number() const {
        bool const is_hexadecimal = at(next_ + 1) == 'x' || at(next_ + 1) == 'X';
        std::string_view const exponents = is_hexadecimal ? "pP" : "eE";
        size_t end = next_ + 1;
        for (;; ++end) {
            bool const is_sign = at(end) == '+' || at(end) == '-';
            bool const is_separator = at(end) == '\'' && rewrite::is_identifier(at(end + 1));
            bool const is_exponent = is_sign && exponents.find(at(end - 1)) != exponents.npos;
            if (!rewrite::is_identifier(at(end)) && at(end) != '.' && !is_separator && !is_exponent)
                return end - next_;
        }
    }

    void take_word() {
        size_t end = next_ + 1;
        while (rewrite::is_identifier(at(end)))
            ++end;
        add(TokenKind::word, end - next_);
    }

    void take_literal(char quote) {
        size_t end = next_ + 1;
        while (end < text_.size() && text_[end] != quote && text_[end] != '\n')
            end += text_[end] == '\\' && at(end + 1) != '\n' ? 2 : 1;
        end = std::min(end, text_.size());
        if (at(end) != quote)
            diagnostics_.refuse("S0121", here(), "this literal does not end on its line",
                                std::string("close it by `") + quote + "`");
        add(TokenKind::literal, (at(end) == quote ? end + 1 : end) - next_);
    }

    void take_sign() {
        for (std::string_view const sign : long_signs)
            if (starts(sign)) return add(TokenKind::punctuation, sign.size());
        if (short_signs.find(text_[next_]) != short_signs.npos)
            return add(TokenKind::punctuation, 1);
        diagnostics_.refuse("S0121", here(), shown(text_[next_]) + " means nothing here",
                            "remove it");
        advance(1);
    }

    std::string const& file_;
    std::string_view text_;
    rewrite::Diagnostics& diagnostics_;
    std::vector<Token> tokens_;
    size_t next_ = 0;
    size_t line_begin_ = 0;
    uint32_t line_ = 1;
    bool is_first_ = true;
};

} // namespace

std::vector<Token> tokens_of(std::string const& file, std::string_view text,
                             rewrite::Diagnostics& diagnostics) {
    return Lexer(file, text, diagnostics).run();
}

} // namespace specialize

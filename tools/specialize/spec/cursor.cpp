// SPDX-License-Identifier: BSD-2-Clause
// Finds where paths, values and types end, without knowing what they mean.
#include "cursor.hpp"

#include <algorithm>

namespace specialize {
namespace {

/// The bracket that closes this one; empty if it opens nothing.
std::string_view closing(Token const& token) {
    if (token.is("(")) return ")";
    if (token.is("[")) return "]";
    if (token.is("{")) return "}";
    return {};
}

bool is_closing(Token const& token) {
    return token.is(")") || token.is("]") || token.is("}");
}

/// How a token changes the depth of a type's angle brackets.
int angle_depth(Token const& token) {
    if (token.is("<")) return 1;
    if (token.is(">")) return -1;
    return 0;
}

} // namespace

Cursor::Cursor(std::string const& file, std::string_view text, rewrite::Diagnostics& diagnostics)
    : file_(file), text_(text), diagnostics_(diagnostics),
      tokens_(tokens_of(file, text, diagnostics)) {}

bool Cursor::accept(std::string_view token) {
    if (!now().is(token)) return false;
    next();
    return true;
}

rewrite::Place Cursor::place(size_t index) const {
    return {file_, tokens_[index].line, tokens_[index].column};
}

Text Cursor::text(size_t first, size_t end) const {
    size_t const begin = tokens_[first].begin;
    return {std::string(text_.substr(begin, tokens_[end - 1].end() - begin)), place(first)};
}

/// A keyword in a place where C has no word: first of its line, after an operand or a `;`.
bool Cursor::starts_statement() const {
    bool const is_keyword = std::ranges::find(keywords, now().text) != keywords.end();
    if (!is_keyword || now().kind != TokenKind::word || !now().is_first) return false;
    return now().is("static") || next_ == 0 || tokens_[next_ - 1].ends_operand() ||
           tokens_[next_ - 1].is(";");
}

/// Words between two operands are of this language, not of C.
bool Cursor::stops_path() const {
    constexpr std::array<std::string_view, 4> words = {"is", "in", "until", "as"};
    bool const is_value = now().kind == TokenKind::number || now().kind == TokenKind::literal;
    return now().is("=") || now().is("==") ||
           (is_value && next_ > 0 && tokens_[next_ - 1].kind == TokenKind::word) ||
           (now().kind == TokenKind::word && next_ > 0 && tokens_[next_ - 1].ends_operand() &&
            std::ranges::find(words, now().text) != words.end());
}

bool Cursor::skip_group() {
    size_t const open = next_;
    std::vector<std::string_view> expected;
    do {
        if (std::string_view const other = closing(now()); !other.empty())
            expected.push_back(other);
        else if (is_closing(now()) && now().is(expected.back()))
            expected.pop_back();
        else if (is_closing(now()) || now().is(";") || is_at_end() || starts_statement())
            break;
        next();
    } while (!expected.empty());
    if (expected.empty()) return true;
    refuse_at(open, "S0126",
              "`" + std::string(tokens_[open].text) + "` is not closed" +
                  (is_closing(now()) ? ": `" + std::string(now().text) + "` does not fit" : ""),
              "put `" + std::string(expected.back()) + "` where it ends");
    return false;
}

std::optional<Text> Cursor::stretch(std::string const& what, bool is_path) {
    size_t const first = next_;
    while (!is_at_end() && !now().is(";") && !now().is(",") && !starts_statement()) {
        if (is_path && next_ > first && stops_path()) break;
        if (is_closing(now())) {
            refuse("S0126", "`" + std::string(now().text) + "` closes nothing", "remove it");
            return std::nullopt;
        }
        if (closing(now()).empty())
            next();
        else if (!skip_group())
            return std::nullopt;
    }
    if (next_ > first) return text(first, next_);
    refuse("S0124", what + " is missing", "");
    return std::nullopt;
}

std::optional<Text> Cursor::path() {
    if (now().is("=") || now().is("==")) {
        refuse("S0124", "the path is missing", "");
        return std::nullopt;
    }
    return stretch("the path", true);
}

std::optional<Text> Cursor::value() {
    return stretch("the value", false);
}

std::optional<Text> Cursor::type() {
    size_t const first = next_;
    int depth = 0;
    while (!is_at_end() && !now().is(";") && (depth > 0 || !now().is(",")) && !starts_statement()) {
        depth += angle_depth(now());
        if (closing(now()).empty())
            next();
        else if (!skip_group())
            return std::nullopt;
    }
    if (next_ > first) return text(first, next_);
    refuse("S0124", "the type is missing", "");
    return std::nullopt;
}

std::optional<Text> Cursor::word(std::string const& what) {
    if (now().kind != TokenKind::word || starts_statement()) {
        refuse("S0124", what + " is missing", "");
        return std::nullopt;
    }
    next();
    return text(next_ - 1, next_);
}

std::optional<Text> Cursor::qualified_name(std::string const& what) {
    size_t const first = next_;
    do {
        if (!word(what)) return std::nullopt;
    } while (accept("::"));
    return text(first, next_);
}

std::vector<Text> Cursor::split(size_t first, size_t end) const {
    std::vector<Text> texts;
    int depth = 0;
    size_t begin = first;
    for (size_t i = first; i < end; ++i) {
        if (!closing(tokens_[i]).empty()) ++depth;
        if (is_closing(tokens_[i])) --depth;
        if (!tokens_[i].is(",") || depth > 0) continue;
        if (i > begin) texts.push_back(text(begin, i));
        begin = i + 1;
    }
    if (end > begin) texts.push_back(text(begin, end));
    return texts;
}

void Cursor::end_statement() {
    if (accept(";")) return;
    Token const& last = tokens_[next_ - 1];
    bool const is_lacking = is_at_end() || starts_statement();
    rewrite::Place const place = {file_, last.line, last.column + uint32_t(last.text.size())};
    if (is_lacking)
        refuse_at(place, "S0123", "`;` is missing", "write `" + std::string(last.text) + ";`");
    else
        refuse("S0124", "`" + std::string(now().text) + "` is not expected here",
               "end the statement by `;`");
    if (!is_lacking) skip_statement();
}

void Cursor::skip_statement() {
    while (!is_at_end() && !starts_statement()) {
        bool const is_end = now().is(";");
        next();
        if (is_end) return;
    }
}

void Cursor::refuse(std::string code, std::string message, std::string help) {
    refuse_at(next_, std::move(code), std::move(message), std::move(help));
}

void Cursor::refuse_at(size_t index, std::string code, std::string message, std::string help) {
    refuse_at(place(index), std::move(code), std::move(message), std::move(help));
}

void Cursor::refuse_at(rewrite::Place const& place, std::string code, std::string message,
                       std::string help) {
    diagnostics_.refuse(std::move(code), place, std::move(message), std::move(help));
}

} // namespace specialize

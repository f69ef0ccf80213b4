// SPDX-License-Identifier: BSD-2-Clause
// Finds the name in a parameter's declaration by its tokens, before clang has seen any types.
#include "parameter_names.hpp"

#include <algorithm>
#include <array>

namespace specialize {
namespace {

constexpr std::array<std::string_view, 15> builtin_types = {
    "void",     "char",  "short", "int",  "long",    "float",    "double",  "signed",
    "unsigned", "_Bool", "bool",  "auto", "wchar_t", "__int128", "_Complex"};

constexpr std::array<std::string_view, 6> qualifiers = {"const",      "volatile", "restrict",
                                                        "__restrict", "register", "typename"};

constexpr std::array<std::string_view, 4> tag_words = {"struct", "union", "enum", "class"};

template<typename Words>
bool is_one_of(Token const& token, Words const& words) {
    return std::ranges::find(words, token.text) != words.end();
}

/// In `void (*done)(int)` the name stands after the star of the first parenthesis.
std::string_view name_in_parentheses(std::span<Token const> tokens) {
    for (size_t i = 0; i + 2 < tokens.size(); ++i) {
        if (!tokens[i].is("(")) continue;
        size_t next = i + 1;
        while (next < tokens.size() && (tokens[next].is("*") || tokens[next].is("&")))
            ++next;
        bool const is_name = next > i + 1 && next < tokens.size() &&
                             tokens[next].kind == TokenKind::word &&
                             !is_one_of(tokens[next], qualifiers);
        return is_name ? tokens[next].text : std::string_view();
    }
    return {};
}

/// Without the brackets of arrays at its end.
std::span<Token const> without_bounds(std::span<Token const> tokens) {
    while (!tokens.empty() && tokens.back().is("]")) {
        auto const open = std::ranges::find_if(tokens.rbegin(), tokens.rend(),
                                               [](Token const& token) { return token.is("["); });
        if (open == tokens.rend()) return tokens;
        tokens = tokens.first(size_t(tokens.rend() - open) - 1);
    }
    return tokens;
}

} // namespace

std::string_view name_of_parameter(std::span<Token const> tokens) {
    if (std::ranges::any_of(tokens, [](Token const& token) { return token.is("("); }))
        return name_in_parentheses(tokens);
    tokens = without_bounds(tokens);
    if (tokens.size() < 2) return {};
    Token const& last = tokens.back();
    Token const& before = tokens[tokens.size() - 2];
    if (last.kind != TokenKind::word || is_one_of(last, builtin_types) ||
        is_one_of(last, qualifiers) || before.is("::") || is_one_of(before, tag_words))
        return {};
    bool const has_type = std::ranges::any_of(tokens.first(tokens.size() - 1), [](Token const& t) {
        return !is_one_of(t, qualifiers) && !is_one_of(t, tag_words) && !t.is("::");
    });
    return has_type ? last.text : std::string_view();
}

std::string name_of_parameter(std::string_view text) {
    rewrite::Diagnostics unseen('S'); // The file's own tokens have been found good already.
    std::vector<Token> const tokens = tokens_of({}, text, unseen);
    return std::string(name_of_parameter(std::span(tokens).first(tokens.size() - 1)));
}

} // namespace specialize

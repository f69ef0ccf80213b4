// SPDX-License-Identifier: BSD-2-Clause
// A place between the tokens of a .spec file, and stretches of source language found from it.
#pragma once

#include "lexer.hpp"
#include "spec.hpp"

#include <array>

namespace specialize {

constexpr std::array<std::string_view, 8> keywords = {"limit",   "entry",   "static", "promise",
                                                      "session", "dynamic", "expect", "closed"};

class Cursor {
public:
    Cursor(std::string const& file, std::string_view text, rewrite::Diagnostics& diagnostics);

    Token const& now() const { return tokens_[next_]; }
    Token const& at(size_t index) const { return tokens_[index]; }
    size_t index() const { return next_; }
    bool is_at_end() const { return now().kind == TokenKind::end; }
    void next() { next_ += is_at_end() ? 0 : 1; }
    void rewind(size_t index) { next_ = index; }
    bool accept(std::string_view token);

    rewrite::Place place() const { return place(next_); }
    rewrite::Place place(size_t index) const;

    /// What stands from one token to before another, with the white space between.
    Text text(size_t first, size_t end) const;

    /// Each refuses what it does not find (S0124), and S0126 for brackets that do not fit.
    std::optional<Text> path();
    std::optional<Text> value();
    std::optional<Text> type();
    std::optional<Text> word(std::string const& what);
    std::optional<Text> qualified_name(std::string const& what);

    /// From a bracket to past the one that closes it. False: refused (S0126).
    bool skip_group();

    /// The texts between commas that stand in no brackets.
    std::vector<Text> split(size_t first, size_t end) const;

    /// Whether nothing more is said here of what stands before.
    bool ends_fact() const { return now().is(";") || now().is(","); }

    /// The `;`, or a refusal of its lack (S0123) where a statement begins on the next line.
    void end_statement();

    /// To where the next statement begins.
    void skip_statement();

    void refuse(std::string code, std::string message, std::string help);
    void refuse_at(size_t index, std::string code, std::string message, std::string help);
    void refuse_at(rewrite::Place const& place, std::string code, std::string message,
                   std::string help);
    void add(rewrite::Diagnostic diagnostic) { diagnostics_.add(std::move(diagnostic)); }

private:
    bool starts_statement() const;
    bool stops_path() const;
    std::optional<Text> stretch(std::string const& what, bool is_path);

    std::string file_;
    std::string_view text_;
    rewrite::Diagnostics& diagnostics_;
    std::vector<Token> tokens_;
    size_t next_ = 0;
};

} // namespace specialize

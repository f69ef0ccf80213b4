// SPDX-License-Identifier: BSD-2-Clause
// Preprocesses the unit a second time as the other compiler would, and compares tokens.
#include "compiler_views.hpp"

#include <collapse/lib/hierarchy/find_class.hpp>
#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/member_chunks.hpp>

namespace collapse {

namespace {

/// The definitions of the class and of its bases, token by token.
std::string tokens_of(rewrite::Unit const& unit, std::string const& name) {
    std::string tokens;
    auto const add = [&](clang::CXXRecordDecl const& record) {
        if (auto const range = declaration_range(unit, record))
            for (rewrite::RawToken const& token : raw_tokens(unit, *range))
                tokens += std::string(token.text) + "\n";
    };
    for (clang::CXXRecordDecl const* record : find_classes(unit.context(), name)) {
        add(*record);
        Hierarchy const hierarchy(*record);
        for (Base const& base : hierarchy.bases())
            add(*base.record);
    }
    return tokens;
}

std::unique_ptr<rewrite::Unit> other_view(rewrite::CompilerCommand const& command) {
    std::vector<std::string> words = command.words;
    if (words.empty()) return nullptr;
    words.front() = command.kind == rewrite::CompilerKind::gcc ? "clang++-19" : "g++";
    rewrite::CompilerCommand const other = rewrite::read_command(words);
    rewrite::Diagnostics ignored;
    auto const text = rewrite::preprocess(other, other.kind, ignored);
    return text ? rewrite::Unit::parse(other, text->name, text->text, ignored) : nullptr;
}

} // namespace

void check_compiler_views(rewrite::CompilerCommand const& command, rewrite::UnitText const& text,
                          rewrite::Unit const& unit, std::vector<std::string> const& classes,
                          rewrite::Diagnostics& diagnostics) {
    if (!text.asks_for_compiler) return;
    auto const other = other_view(command);
    if (!other) return;
    for (std::string const& name : classes) {
        if (tokens_of(unit, name) == tokens_of(*other, name)) continue;
        auto const found = find_classes(unit.context(), name);
        diagnostics.refuse("C0214", unit.place(found.front()->getLocation()),
                           "the definition of `" + name +
                               "` or of a base of it depends on which compiler reads it",
                           "move what depends on `__clang__` or `__GNUC__` out of the class");
    }
}

} // namespace collapse

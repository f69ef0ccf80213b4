// SPDX-License-Identifier: BSD-2-Clause
// Finds where members begin and end, by the syntax tree and by raw tokens.
#include "member_chunks.hpp"

#include "character.hpp"
#include <rewrite/syntax/clang.hpp>

#include <clang/AST/DeclFriend.h>

#include <algorithm>

namespace rewrite {

namespace {

bool has_body(clang::Decl const& declaration) {
    clang::Decl const* inner = &declaration;
    if (auto const* const friendship = llvm::dyn_cast<clang::FriendDecl>(inner))
        inner = friendship->getFriendDecl();
    if (auto const* const pattern = llvm::dyn_cast_or_null<clang::FunctionTemplateDecl>(inner))
        inner = pattern->getTemplatedDecl();
    auto const* const function = llvm::dyn_cast_or_null<clang::FunctionDecl>(inner);
    // What `= default` makes has a body, too, but none in the text.
    return function && function->doesThisDeclarationHaveABody() &&
           !function->isExplicitlyDefaulted();
}

/// Instantiations and what the compiler declares have no text here.
bool is_written(clang::Decl const& member) {
    return !member.isImplicit() &&
           !llvm::isa<clang::IndirectFieldDecl, clang::UsingShadowDecl,
                      clang::VarTemplateSpecializationDecl, clang::ClassTemplateSpecializationDecl>(
               member);
}

/// Past spaces and line markers, which the renderer writes anew.
uint32_t skip_blank(std::string_view text, uint32_t from, uint32_t end) {
    while (from < end) {
        if (is_space(text[from])) {
            ++from;
            continue;
        }
        bool const at_line_start = from == 0 || text[from - 1] == '\n';
        bool const marker = text[from] == '#' && from + 2 < end &&
                            (is_digit(text[from + 2]) || text.substr(from, 5) == "#line");
        if (!at_line_start || !marker) break;
        from = static_cast<uint32_t>(std::min<size_t>(text.find('\n', from), end));
    }
    return from;
}

/// Past the first `;` that is no part of a comment, a string or brackets that open after `from`.
std::optional<uint32_t> past_semicolon(Unit const& unit, uint32_t from) {
    std::string const& text = unit.text();
    auto const start = clang::SourceLocation::getFromRawEncoding(2);
    clang::Lexer lexer(start, unit.context().getLangOpts(), text.data(), text.data() + from,
                       text.data() + text.size());
    clang::Token token;
    unsigned depth = 0;
    for (lexer.LexFromRawLexer(token); !token.is(clang::tok::eof); lexer.LexFromRawLexer(token)) {
        if (token.isOneOf(clang::tok::l_paren, clang::tok::l_square, clang::tok::l_brace)) ++depth;
        bool const closes =
            token.isOneOf(clang::tok::r_paren, clang::tok::r_square, clang::tok::r_brace);
        if (closes && depth > 0) --depth;
        if (depth > 0 || !token.is(clang::tok::semi)) continue;
        return token.getLocation().getRawEncoding() - start.getRawEncoding() + 1;
    }
    return std::nullopt;
}

} // namespace

std::vector<RawToken> raw_tokens(Unit const& unit, Range range) {
    std::string_view const text = unit.text();
    std::string const piece(text.substr(range.begin, range.end - range.begin));
    clang::Lexer lexer(clang::SourceLocation::getFromRawEncoding(2), unit.context().getLangOpts(),
                       piece.data(), piece.data(), piece.data() + piece.size());
    std::vector<RawToken> tokens;
    clang::Token token;
    for (lexer.LexFromRawLexer(token); !token.is(clang::tok::eof); lexer.LexFromRawLexer(token)) {
        uint32_t const begin = range.begin + (token.getLocation().getRawEncoding() - 2);
        Range const place{begin, begin + token.getLength()};
        tokens.push_back({place, text.substr(place.begin, token.getLength())});
    }
    return tokens;
}

std::optional<Range> declaration_range(Unit const& unit, clang::Decl const& declaration) {
    std::optional<Range> range = unit.range(declaration.getSourceRange());
    if (auto const* const pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration);
        pattern && !range) // `void f(auto)` writes no template head
        range = unit.range(pattern->getTemplatedDecl()->getSourceRange());
    if (!range) return std::nullopt;
    if (has_body(declaration)) return range;
    std::optional<uint32_t> const end = past_semicolon(unit, range->end);
    if (!end) return std::nullopt;
    range->end = *end;
    return range;
}

std::vector<MemberChunk> member_chunks(Unit const& unit, clang::RecordDecl const& record,
                                       Diagnostics& diagnostics) {
    std::vector<MemberChunk> chunks;
    std::optional<uint32_t> const open = unit.offset(record.getBraceRange().getBegin());
    if (!open) return chunks;
    uint32_t last_end = *open + 1;
    for (clang::Decl const* each : record.decls()) {
        if (!is_written(*each)) continue;
        if (llvm::isa<clang::AccessSpecDecl>(each)) {
            if (auto const range = unit.range(each->getSourceRange())) last_end = range->end;
            continue;
        }
        std::optional<Range> const range = declaration_range(unit, *each);
        if (!range) {
            diagnostics.refuse(
                "C0503", unit.place(each->getLocation()),
                "the text of a member of `" + record.getQualifiedNameAsString() +
                    "` cannot be told from its surroundings",
                "write the member itself into the class, without headers of the system");
            continue;
        }
        if (!chunks.empty() && range->begin < chunks.back().range.end) {
            chunks.back().declarations.push_back(each);
            chunks.back().range.end = std::max(chunks.back().range.end, range->end);
        } else {
            uint32_t const begin = skip_blank(unit.text(), last_end, range->begin);
            chunks.push_back({{begin, range->end}, {each}});
        }
        last_end = chunks.back().range.end;
    }
    return chunks;
}

std::optional<ClassPlaces> class_places(Unit const& unit, clang::RecordDecl const& record) {
    ClassPlaces places;
    std::optional<Range> const whole = declaration_range(unit, record);
    std::optional<uint32_t> const name = unit.offset(record.getLocation());
    std::optional<uint32_t> const open = unit.offset(record.getBraceRange().getBegin());
    std::optional<uint32_t> const close = unit.offset(record.getBraceRange().getEnd());
    if (!whole || !name || !open || !close) return std::nullopt;
    places.whole = *whole;
    places.open_brace = *open;
    places.close_brace = *close;
    places.after_name = *open;
    for (RawToken const& token : raw_tokens(unit, {*name, *open})) {
        if (token.text == ":") {
            places.base_clause = {token.range.begin, *open};
            break;
        }
        places.after_name = token.range.end;
    }
    return places;
}

} // namespace rewrite

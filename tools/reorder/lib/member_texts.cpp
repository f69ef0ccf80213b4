// SPDX-License-Identifier: BSD-2-Clause
// Splits declarations by the syntax tree where it knows the places, and by tokens between them.
#include "member_texts.hpp"

#include <rewrite/syntax/clang.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace reorder {

using clang::FieldDecl;
using clang::TypeLoc;
using rewrite::Range;
using rewrite::RawToken;
using rewrite::Unit;

namespace {

/// Words that may follow the type's name and belong to the specifiers still.
constexpr std::array specifier_words{
    std::string_view{"const"},        std::string_view{"volatile"},
    std::string_view{"restrict"},     std::string_view{"_Atomic"},
    std::string_view{"int"},          std::string_view{"long"},
    std::string_view{"short"},        std::string_view{"char"},
    std::string_view{"unsigned"},     std::string_view{"signed"},
    std::string_view{"double"},       std::string_view{"_Complex"},
    std::string_view{"mutable"},      std::string_view{"__const"},
    std::string_view{"__volatile__"}, std::string_view{"__complex__"},
    std::string_view{"__complex"},    std::string_view{"__signed"},
    std::string_view{"__signed__"}};

/// Words with arguments in parentheses that may stand there, too.
constexpr std::array words_with_arguments{
    std::string_view{"__attribute__"}, std::string_view{"__attribute"}, std::string_view{"alignas"},
    std::string_view{"_Alignas"}, std::string_view{"__declspec"}};

bool opens(std::string_view token) {
    return token == "(" || token == "[" || token == "{";
}

bool closes(std::string_view token) {
    return token == ")" || token == "]" || token == "}";
}

/// The token after the bracket that closes the one at `open`.
size_t after_brackets(std::vector<RawToken> const& tokens, size_t open) {
    int depth = 0;
    for (size_t i = open; i < tokens.size(); ++i) {
        if (opens(tokens[i].text)) ++depth;
        if (closes(tokens[i].text) && --depth == 0) return i + 1;
    }
    return tokens.size();
}

size_t first_at(std::vector<RawToken> const& tokens, uint32_t offset) {
    auto const found = std::ranges::find_if(
        tokens, [&](RawToken const& each) { return each.range.begin >= offset; });
    return size_t(found - tokens.begin());
}

/// After attributes that begin at this token.
size_t after_attributes(std::vector<RawToken> const& tokens, size_t next) {
    while (next < tokens.size()) {
        std::string_view const text = tokens[next].text;
        bool const has_arguments = std::ranges::count(words_with_arguments, text) > 0;
        if (has_arguments && next + 1 < tokens.size())
            next = after_brackets(tokens, next + 1);
        else if (text == "[" && next + 1 < tokens.size() && tokens[next + 1].text == "[")
            next = after_brackets(tokens, next);
        else
            break;
    }
    return next;
}

/// The type that all declarators of a declaration share.
TypeLoc specified_type(TypeLoc type) {
    for (;;) {
        if (auto const qualified = type.getAs<clang::QualifiedTypeLoc>())
            type = qualified.getUnqualifiedLoc();
        bool const is_declarator =
            type.getAs<clang::PointerTypeLoc>() || type.getAs<clang::ReferenceTypeLoc>() ||
            type.getAs<clang::ArrayTypeLoc>() || type.getAs<clang::FunctionTypeLoc>() ||
            type.getAs<clang::MemberPointerTypeLoc>() || type.getAs<clang::ParenTypeLoc>() ||
            type.getAs<clang::BlockPointerTypeLoc>() || type.getAs<clang::AttributedTypeLoc>() ||
            type.getAs<clang::MacroQualifiedTypeLoc>();
        if (!is_declarator) return type;
        type = type.getNextTypeLoc();
    }
}

class Splitter {
public:
    Splitter(Unit const& unit, rewrite::MemberChunk const& chunk)
        : unit_(unit), tokens_(raw_tokens(unit, chunk.range)), chunk_(chunk) {
        drop_line_markers();
    }

    /// Nothing: the text cannot be told apart.
    std::optional<Declaration> run() {
        skip_semicolons();
        if (tokens_.empty() || tokens_.back().text != ";") return std::nullopt;
        result_.range = {tokens_.front().range.begin, tokens_.back().range.end};
        result_.semicolon = tokens_.back().range.begin;
        indentation_ = indentation_at(unit_, result_.range.begin);
        collect();
        if (result_.fields.empty()) return std::nullopt;
        bool const is_whole = result_.fields.front()->isAnonymousStructOrUnion();
        if (is_whole) {
            result_.defined = nullptr;
            result_.declarators = {{result_.range.begin, result_.semicolon}};
            result_.comments = {comments_after(result_.range.end)};
            return std::move(result_);
        }
        return split() ? std::optional(std::move(result_)) : std::nullopt;
    }

private:
    void drop_line_markers() {
        uint32_t line_end = 0;
        std::erase_if(tokens_, [&, this](RawToken const& each) {
            std::string_view const rest = std::string_view(unit_.text()).substr(each.range.begin);
            bool const is_marker = rest.size() > 2 && rest.starts_with("# ") && rest[2] <= '9';
            if (is_marker) line_end = each.range.begin + static_cast<uint32_t>(rest.find('\n'));
            return each.range.begin < line_end;
        });
    }

    /// What is left of `void f() {};`.
    void skip_semicolons() {
        auto const first =
            std::ranges::find_if(tokens_, [](RawToken const& each) { return each.text != ";"; });
        tokens_.erase(tokens_.begin(), first);
    }

    Range comments_after(uint32_t end) const {
        return {end, past_trailing_comments(unit_, end, indentation_)};
    }

    /// Those after a comma belong to the next declarator if that stands on the same line.
    Range comments_after_comma(uint32_t end) const {
        Range const found = comments_after(end);
        std::string_view const rest = std::string_view(unit_.text()).substr(found.end);
        size_t const next = rest.find_first_not_of(" \t\r");
        bool const ends_line = next != rest.npos && rest[next] == '\n';
        return ends_line ? found : Range{end, end};
    }

    void collect() {
        for (clang::Decl const* each : chunk_.declarations) {
            if (auto const* const field = llvm::dyn_cast<FieldDecl>(each))
                result_.fields.push_back(field);
            auto const* const tag = llvm::dyn_cast<clang::TagDecl>(each);
            if (!tag || !tag->isThisDeclarationADefinition()) continue;
            result_.defined = tag;
            if (FieldDecl const* const field = anonymous_member(*tag))
                result_.fields.push_back(field);
        }
    }

    static FieldDecl const* anonymous_member(clang::TagDecl const& tag) {
        auto const* const record = llvm::dyn_cast<clang::RecordDecl>(&tag);
        auto const* const parent = llvm::dyn_cast<clang::RecordDecl>(tag.getDeclContext());
        auto const* const around =
            parent ? parent : llvm::dyn_cast<clang::RecordDecl>(tag.getLexicalDeclContext());
        if (!record || !around || !record->isAnonymousStructOrUnion()) return nullptr;
        for (FieldDecl const* field : around->fields())
            if (field->isAnonymousStructOrUnion() && field->getType()->getAsRecordDecl() == record)
                return field;
        return nullptr;
    }

    bool split() {
        std::optional<uint32_t> const first = first_declarator();
        if (!first) return false;
        uint32_t begin = *first;
        for (size_t i = 0; i < result_.fields.size(); ++i) {
            std::optional<Range> const range = unit_.range(result_.fields[i]->getSourceRange());
            if (!range) return false;
            size_t end = first_at(tokens_, std::max(range->end, begin));
            bool const is_last = i + 1 == result_.fields.size();
            for (; end < tokens_.size(); ++end) {
                if (opens(tokens_[end].text)) end = after_brackets(tokens_, end) - 1;
                if (end < tokens_.size() && tokens_[end].text == (is_last ? ";" : ",")) break;
            }
            if (end >= tokens_.size()) return false;
            result_.declarators.push_back({begin, tokens_[end].range.begin});
            uint32_t const past = tokens_[end].range.end;
            result_.comments.push_back(is_last ? comments_after(past) : comments_after_comma(past));
            begin = result_.comments.back().end;
        }
        return true;
    }

    std::optional<uint32_t> first_declarator() {
        FieldDecl const& field = *result_.fields.front();
        clang::TypeSourceInfo const* const type = field.getTypeSourceInfo();
        std::optional<Range> const written =
            type ? unit_.range(specified_type(type->getTypeLoc()).getSourceRange()) : std::nullopt;
        if (!written) return std::nullopt;
        uint32_t end = written->end;
        if (result_.defined) {
            std::optional<Range> const body = unit_.range(result_.defined->getSourceRange());
            if (!body) return std::nullopt;
            size_t const next = after_attributes(tokens_, first_at(tokens_, body->end));
            uint32_t const last = next > 0 ? tokens_[next - 1].range.end : body->end;
            result_.definition = {body->begin, std::max(body->end, last)};
            end = std::max(end, result_.definition.end);
        }
        return after_specifiers(end);
    }

    std::optional<uint32_t> after_specifiers(uint32_t end) const {
        size_t next = first_at(tokens_, end);
        for (size_t before = tokens_.size() + 1; next != before;) {
            before = next;
            next = after_attributes(tokens_, next);
            if (next < tokens_.size() &&
                std::ranges::count(specifier_words, tokens_[next].text) > 0)
                ++next;
        }
        if (next >= tokens_.size()) return std::nullopt;
        return tokens_[next].range.begin;
    }

    Unit const& unit_;
    std::vector<RawToken> tokens_;
    rewrite::MemberChunk const& chunk_;
    uint32_t indentation_ = 0;
    Declaration result_;
};

bool holds_fields(rewrite::MemberChunk const& chunk) {
    return std::ranges::any_of(chunk.declarations, [](clang::Decl const* each) {
        auto const* const record = llvm::dyn_cast<clang::RecordDecl>(each);
        return llvm::isa<FieldDecl>(each) || (record && record->isAnonymousStructOrUnion());
    });
}

} // namespace

std::optional<std::vector<Declaration>> find_declarations(Unit const& unit,
                                                          clang::RecordDecl const& record,
                                                          rewrite::Diagnostics& diagnostics) {
    std::vector<Declaration> found;
    uint32_t end = unit.offset(record.getBraceRange().getBegin()).value_or(0) + 1;
    for (rewrite::MemberChunk const& chunk : member_chunks(unit, record, diagnostics)) {
        uint32_t const before = std::exchange(end, chunk.range.end);
        if (!holds_fields(chunk)) continue;
        if (std::optional<Declaration> declaration = Splitter(unit, chunk).run()) {
            declaration->above = comments_above(unit, {before, declaration->range.begin});
            end = declaration->whole().end;
            found.push_back(std::move(*declaration));
            continue;
        }
        diagnostics.refuse("R0503", unit.place(chunk.declarations.front()->getLocation()),
                           "the text of this member cannot be told from its surroundings",
                           "write the member itself into the class, without headers of the system");
        return std::nullopt;
    }
    size_t count = 0;
    for (Declaration const& each : found)
        count += each.fields.size();
    if (count == size_t(std::distance(record.field_begin(), record.field_end()))) return found;
    diagnostics.refuse(
        "R0503", unit.place(record.getLocation()),
        "not all members of this class have a text of their own",
        "write the members themselves into the class, without headers of the system");
    return std::nullopt;
}

uint32_t end_of_declarator(Unit const& unit, FieldDecl const& field, Range declarator) {
    clang::Expr const* const initialiser = field.getInClassInitializer();
    if (!initialiser) return declarator.end;
    std::optional<Range> const written = unit.range(initialiser->getSourceRange());
    std::optional<uint32_t> const name = unit.offset(field.getLocation());
    if (!written || !name) return declarator.end;
    for (RawToken const& token : raw_tokens(unit, {*name, written->begin}))
        if (token.text == "=") return token.range.begin;
    return written->begin;
}

} // namespace reorder

// SPDX-License-Identifier: BSD-2-Clause
// Walks over what stands between declarations: blanks, comments, line markers, access specifiers.
#include "member_comments.hpp"

#include <rewrite/text/character.hpp>

#include <algorithm>

namespace reorder {

using rewrite::is_blank;
using rewrite::is_space;
using rewrite::Range;

namespace {

uint32_t skip_blanks(std::string_view text, uint32_t at) {
    while (at < text.size() && is_blank(text[at]))
        ++at;
    return at;
}

uint32_t skip_spaces(std::string_view text, uint32_t at) {
    while (at < text.size() && is_space(text[at]))
        ++at;
    return at;
}

/// To the newline, which may be spliced.
uint32_t end_of_line(std::string_view text, uint32_t at) {
    while (at < text.size() && text[at] != '\n')
        at += text[at] == '\\' && at + 1 < text.size() ? 2 : 1;
    return at;
}

/// Past the comment that begins here; the place itself: none does.
uint32_t past_comment(std::string_view text, uint32_t at) {
    std::string_view const rest = text.substr(at);
    if (rest.starts_with("//")) return end_of_line(text, at);
    if (!rest.starts_with("/*")) return at;
    size_t const end = text.find("*/", at + 2);
    return static_cast<uint32_t>(end == text.npos ? text.size() : end + 2);
}

bool starts_line(std::string_view text, uint32_t at) {
    while (at > 0 && is_blank(text[at - 1]))
        --at;
    return at == 0 || text[at - 1] == '\n';
}

/// Past the comments after this place on its line.
uint32_t past_comments_of_line(std::string_view text, uint32_t from) {
    uint32_t end = from;
    for (;;) {
        uint32_t const begin = skip_blanks(text, end);
        uint32_t const next = past_comment(text, begin);
        if (next == begin) return end;
        end = next;
    }
}

/// Past spaces and comments.
uint32_t past_comments(std::string_view text, uint32_t at) {
    for (;;) {
        at = skip_spaces(text, at);
        uint32_t const next = past_comment(text, at);
        if (next == at) return at;
        at = next;
    }
}

bool ends_line(std::string_view text, uint32_t at) {
    at = skip_blanks(text, at);
    return at >= text.size() || text[at] == '\n';
}

} // namespace

uint32_t indentation_at(rewrite::Unit const& unit, uint32_t place) {
    std::string_view const text = unit.text();
    uint32_t line = place;
    while (line > 0 && text[line - 1] != '\n')
        --line;
    return skip_blanks(text, line) - line;
}

uint32_t past_trailing_comments(rewrite::Unit const& unit, uint32_t from, uint32_t indentation) {
    std::string_view const text = unit.text();
    uint32_t end = past_comments_of_line(text, from);
    while (end != from) {
        uint32_t const line = skip_blanks(text, end) + 1;
        if (line >= text.size() || text[line - 1] != '\n') break;
        uint32_t const begin = skip_blanks(text, line);
        uint32_t const next = past_comment(text, begin);
        bool const is_alone = next != begin && skip_blanks(text, next) < text.size() &&
                              text[skip_blanks(text, next)] == '\n';
        if (!is_alone || begin - line <= indentation) break;
        end = next;
    }
    return end;
}

CommentsAbove comments_above(rewrite::Unit const& unit, Range gap) {
    std::string_view const text = std::string_view(unit.text()).substr(0, gap.end);
    std::vector<Range> found;
    bool goes_on = false;
    uint32_t at = past_comments_of_line(text, gap.begin);
    // What is left of the line is the member itself: then the comment is its own.
    if (skip_blanks(text, at) == gap.end) at = gap.begin;
    while ((at = skip_spaces(text, at)) < gap.end) {
        uint32_t const end = past_comment(text, at);
        if (end != at) {
            if (!goes_on) found.push_back({at, end});
            found.back().end = end;
            goes_on = true;
            at = end;
        } else if (text[at] == '#' && starts_line(text, at)) {
            at = end_of_line(text, at); // A line marker.
        } else {
            goes_on = false;
            bool const is_specifier = text[at] == ':';
            ++at;
            if (is_specifier) at = past_comments_of_line(text, at);
        }
    }
    if (!goes_on) return {std::move(found), gap.end};
    uint32_t const begin = found.back().begin;
    found.pop_back();
    return {std::move(found), begin};
}

std::optional<std::vector<Commented>> with_comments(rewrite::Unit const& unit, uint32_t begin,
                                                    std::vector<Range> const& elements) {
    std::string_view const text = unit.text();
    std::vector<Commented> all;
    for (size_t i = 0; i < elements.size(); ++i) {
        Range const element = elements[i];
        uint32_t const above = comments_above(unit, {begin, element.begin}).begin;
        uint32_t const comma = past_comments(text, element.end);
        bool const has_comma = comma < text.size() && text[comma] == ',';
        if (i + 1 < elements.size() && !has_comma) return std::nullopt;
        bool const has_comments = skip_spaces(text, element.end) != comma;
        Range const body{above, has_comma && has_comments ? comma : element.end};
        begin = has_comma ? comma + 1 : element.end;
        uint32_t const end = past_comments_of_line(text, begin);
        bool const is_after = end != begin && (ends_line(text, end) || i + 1 == elements.size());
        all.push_back({body, {begin, is_after ? end : begin}});
        begin = all.back().after.end;
        bool const goes_on = i + 1 < elements.size();
        if (goes_on && past_comments(text, begin) != elements[i + 1].begin) return std::nullopt;
    }
    return all;
}

} // namespace reorder

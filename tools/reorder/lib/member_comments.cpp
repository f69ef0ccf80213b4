// SPDX-License-Identifier: BSD-2-Clause
// Walks over what stands between declarations: blanks, comments, line markers, access specifiers.
#include "member_comments.hpp"

#include <rewrite/lib/character.hpp>

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

/// Past the comments behind this place on its line.
uint32_t past_comments_of_line(std::string_view text, uint32_t from) {
    uint32_t end = from;
    for (;;) {
        uint32_t const begin = skip_blanks(text, end);
        uint32_t const next = past_comment(text, begin);
        if (next == begin) return end;
        end = next;
    }
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

} // namespace reorder

// SPDX-License-Identifier: BSD-2-Clause
// Copies text line by line where lines matter, in one piece where they do not.
#include "emitter.hpp"

#include "character.hpp"

#include <algorithm>

namespace rewrite {

void Emitter::copy(Range range) {
    if (range.begin >= range.end) return;
    if (markers_.inside_directive(range.begin)) {
        size_t const current = markers_.first_directive(range.begin) - 1;
        uint32_t const end = std::min(range.end, markers_.directives()[current].range.end);
        append({range.begin, end});
        directive_is_open_ = end < range.end ? false : text_[end - 1] != '\n';
        range.begin = end;
    }
    std::vector<Directive> const& directives = markers_.directives();
    for (size_t next = markers_.first_directive(range.begin); range.begin < range.end; ++next) {
        uint32_t const plain_end = next < directives.size()
                                       ? std::min(range.end, directives[next].range.begin)
                                       : range.end;
        copy_plain({range.begin, plain_end});
        range.begin = plain_end;
        if (range.begin == range.end) return;
        uint32_t const line_end = directives[next].range.end;
        bool const whole =
            line_end <= range.end || (line_end == range.end + 1 && text_[range.end] == '\n');
        if (!whole) return copy_cut_directive(range);
        copy_directive(directives[next]);
        range.begin = line_end;
    }
}

/// A directive that an edit changes.
void Emitter::copy_cut_directive(Range range) {
    if (!line_is_empty()) end_line();
    append(range);
}

void Emitter::copy_plain(Range range) {
    if (range.begin == range.end) return;
    if (directive_is_open_ && text_[range.begin] != '\n') end_line();
    if (is_inline() || in_step(range.begin)) return append(range);
    uint32_t const point = break_point(range);
    append({range.begin, point});
    if (point == range.end) return;
    if (!line_is_blank()) end_line();
    put_directive(markers_.position(point));
    append({point, range.end});
}

void Emitter::copy_directive(Directive const& directive) {
    if (directive.is_marker && is_inline()) {
        if (!line_is_empty()) end_line();
        return;
    }
    if (!line_is_empty()) end_line();
    if (directive.is_marker) return copy_marker(directive);
    if (!is_inline() && !in_step(directive.range.begin))
        put_directive(markers_.position(directive.range.begin));
    append(directive.range);
    directive_is_open_ = text_[directive.range.end - 1] != '\n';
}

/// Flags 1 and 2 only stay where they nest: in moved text, and where an edit took the other one
/// away, the marker names the file without them. What a marker leaves out, because the one before
/// it said so, is said again where that is not in the output.
void Emitter::copy_marker(Directive const& directive) {
    bool const nests =
        moved_depth_ == 0 &&
        (!directive.leaves || (!includers_.empty() && (includers_.back().empty() ||
                                                       includers_.back() == directive.next.file)));
    if ((directive.enters || directive.leaves) && !nests) {
        append_new(renaming_marker(directive.next));
        position_ = directive.next;
        return;
    }
    bool const inherits =
        (!directive.names_file && position_.file != directive.next.file) ||
        (directive.is_standard && position_.header_kind != directive.next.header_kind);
    if (inherits) return put_directive(directive.next);
    if (directive.enters) includers_.push_back(position_.file);
    if (directive.leaves) includers_.pop_back();
    append(directive.range);
    directive_is_open_ = text_[directive.range.end - 1] != '\n';
    position_ = directive.next;
}

void Emitter::write(std::string_view new_text, uint32_t near) {
    if (new_text.empty()) return;
    bool const is_blank_text = std::ranges::all_of(new_text, is_space);
    if (after_own_lines_ && !is_blank_text && !is_inline()) {
        LinePosition const next = markers_.position(near);
        if (position_ != next) put_directive(next);
    }
    bool const had_blank_line = line_is_blank();
    if (directive_is_open_ && new_text.front() != '\n') end_line();
    append_new(new_text);
    if (!is_blank_text) after_own_lines_ = false;
    if (new_text.find('#') != new_text.npos) return follow_markers(new_text, had_blank_line);
    position_.line += static_cast<uint32_t>(std::ranges::count(new_text, '\n'));
}

void Emitter::write_name(std::string_view name, uint32_t origin, uint32_t near) {
    if (name.empty()) return;
    write(name, near);
    auto const begin = static_cast<uint32_t>(output_.text.size() - name.size());
    output_.origins.pieces.push_back({begin, 1, origin});
}

/// New text with directives: what its own line markers say holds after them.
void Emitter::follow_markers(std::string_view new_text, bool at_line_start) {
    LineMarkers const& markers = new_markers_.emplace_back(new_text);
    Directive const* last = nullptr;
    for (Directive const& directive : markers.directives())
        if (directive.is_marker && (at_line_start || directive.range.begin > 0)) last = &directive;
    if (last == nullptr) {
        position_.line += markers.newlines({0, static_cast<uint32_t>(new_text.size())});
        return;
    }
    LinePosition next = last->next;
    if (next.file.empty()) next.file = position_.file;
    next.line += markers.newlines({last->range.end, static_cast<uint32_t>(new_text.size())});
    position_ = next;
}

void Emitter::begin_own_lines(uint32_t origin) {
    if (!line_is_blank()) end_line();
    put_directive(markers_.position(origin));
    uint32_t indent = origin;
    while (indent > 0 && is_blank(text_[indent - 1]))
        --indent;
    if (indent == 0 || text_[indent - 1] == '\n') append_new(text_.substr(indent, origin - indent));
    ++moved_depth_;
}

void Emitter::end_own_lines() {
    --moved_depth_;
    if (!line_is_empty()) end_line();
    after_own_lines_ = true;
}

void Emitter::append(Range range) {
    if (range.begin >= range.end) return;
    auto const begin = static_cast<uint32_t>(output_.text.size());
    uint32_t const length = range.end - range.begin;
    output_.text += text_.substr(range.begin, length);
    position_.line += markers_.newlines(range);
    after_own_lines_ = false;
    directive_is_open_ = false;
    std::vector<OriginMap::Piece>& pieces = output_.origins.pieces;
    if (!pieces.empty() && pieces.back().begin + pieces.back().length == begin &&
        pieces.back().origin + pieces.back().length == range.begin)
        pieces.back().length += length;
    else
        pieces.push_back({begin, length, range.begin});
}

void Emitter::append_new(std::string_view text) {
    output_.text += text;
    directive_is_open_ = false;
}

void Emitter::end_line() {
    append_new("\n");
    ++position_.line;
}

/// Whether `at` is where a line of the output starts, and no spliced one.
bool Emitter::starts_line(size_t at) const {
    std::string_view const before = std::string_view(output_.text).substr(0, at);
    return before.empty() || (before.ends_with('\n') && !before.ends_with("\\\n"));
}

bool Emitter::line_is_empty() const {
    return starts_line(output_.text.size());
}

bool Emitter::line_is_blank() const {
    size_t at = output_.text.size();
    while (at > 0 && is_blank(output_.text[at - 1]))
        --at;
    return starts_line(at);
}

void Emitter::put_directive(LinePosition const& next) {
    append_new(line_directive(position_, next));
    position_ = next;
}

/// Where a directive may go in text that is about to be copied: before it, or before the first of
/// its lines that is not blank. The end of the range if there is no such place.
uint32_t Emitter::break_point(Range range) const {
    if (breaks_no_token(range.begin) && may_break_at(range.begin, range.end)) return range.begin;
    size_t newline = text_.find('\n', range.begin);
    while (newline != text_.npos && newline + 1 < range.end) {
        auto const line = static_cast<uint32_t>(newline + 1);
        if (may_break_at(line, range.end)) return line;
        newline = text_.find('\n', line);
    }
    return range.end;
}

/// Whether a new line may begin here and what is left of the line is worth it.
bool Emitter::may_break_at(uint32_t offset, uint32_t end) const {
    if (!markers_.may_break(offset)) return false;
    while (offset < end && is_blank(text_[offset]))
        ++offset;
    return offset < end && text_[offset] != '\n';
}

/// Whether what the output ends with and the text from `offset` are two tokens in any case.
bool Emitter::breaks_no_token(uint32_t offset) const {
    return output_.text.empty() || is_space(output_.text.back()) || is_space(text_[offset]);
}

} // namespace rewrite

// SPDX-License-Identifier: BSD-2-Clause
// Scans a preprocessed text once for directives, newlines and tokens that contain newlines.
#include "line_markers.hpp"

#include "character.hpp"

#include <algorithm>

namespace rewrite {

namespace {

/// Reads the parts of one line marker.
class MarkerReader {
public:
    explicit MarkerReader(std::string_view line) : rest_(line) {}

    void blanks() {
        while (!rest_.empty() && is_blank(rest_.front()))
            rest_.remove_prefix(1);
    }

    bool take(std::string_view word) {
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }

    std::optional<uint32_t> number() {
        uint64_t value = 0;
        size_t digits = 0;
        while (digits < rest_.size() && is_digit(rest_[digits]) && value <= UINT32_MAX)
            value = value * 10 + static_cast<unsigned>(rest_[digits++] - '0');
        if (digits == 0 || value > UINT32_MAX) return std::nullopt;
        rest_.remove_prefix(digits);
        return static_cast<uint32_t>(value);
    }

    /// The characters between quotes, as they are written.
    std::optional<std::string_view> quoted() {
        if (!take("\"")) return std::nullopt;
        size_t end = 0;
        while (end < rest_.size() && rest_[end] != '"')
            end += rest_[end] == '\\' ? 2 : 1;
        if (end >= rest_.size()) return std::nullopt;
        std::string_view name = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return name;
    }

private:
    std::string_view rest_;
};

bool is_octal(char c) {
    return c >= '0' && c <= '7';
}

char simple_escape(char c) {
    switch (c) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    default:
        return c;
    }
}

std::string unescape(std::string_view written) {
    std::string name;
    for (size_t at = 0; at < written.size(); ++at) {
        if (written[at] != '\\' || at + 1 == written.size()) {
            name += written[at];
            continue;
        }
        ++at;
        if (!is_octal(written[at])) {
            name += simple_escape(written[at]);
            continue;
        }
        unsigned value = 0;
        size_t const last = std::min(at + 3, written.size());
        while (at < last && is_octal(written[at]))
            value = value * 8 + static_cast<unsigned>(written[at++] - '0');
        name += static_cast<char>(value);
        --at;
    }
    return name;
}

std::string escape(std::string_view name) {
    std::string written;
    for (char const c : name) {
        auto const byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            written += '\\';
            written += c;
        } else if (byte < ' ') {
            written +=
                {'\\', '0', static_cast<char>('0' + byte / 8), static_cast<char>('0' + byte % 8)};
        } else {
            written += c;
        }
    }
    return written;
}

} // namespace

/// One pass over the text.
class LineScanner {
public:
    LineScanner(std::string_view text, LineMarkers& into) : text_(text), into_(into) {}

    void scan() {
        while (at_ < text_.size())
            step();
    }

private:
    char peek(size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    void step() {
        char const c = peek();
        if (c == '\n') {
            into_.newlines_.push_back(at_++);
            line_is_blank_ = true;
            return;
        }
        if (is_blank(c)) {
            ++at_;
            return;
        }
        if (c == '#' && line_is_blank_) return directive();
        if (c == '/' && peek(1) == '*') return token(&LineScanner::block_comment);
        line_is_blank_ = false;
        if (c == '/' && peek(1) == '/') return token(&LineScanner::line_comment);
        if (c == '"') return token(&LineScanner::quoted);
        if (c == '\'') return token(&LineScanner::quoted);
        if (c == '\\' && peek(1) == '\n') return splice();
        if (is_digit(c)) return number();
        if (is_identifier(c)) return identifier();
        ++at_;
    }

    /// Runs `read` and notes what it read as unbreakable if it holds newlines.
    void token(void (LineScanner::*read)()) {
        uint32_t const begin = at_;
        (this->*read)();
        note_newlines({begin, at_});
    }

    void note_newlines(Range range) {
        std::string_view const read = text_.substr(range.begin, range.end - range.begin);
        size_t const before = into_.newlines_.size();
        for (size_t at = read.find('\n'); at != read.npos; at = read.find('\n', at + 1))
            into_.newlines_.push_back(range.begin + static_cast<uint32_t>(at));
        if (into_.newlines_.size() > before) into_.unbreakable_.push_back(range);
    }

    void skip_to(size_t end) { at_ = static_cast<uint32_t>(std::min(end, text_.size())); }

    void block_comment() {
        size_t const end = text_.find("*/", at_ + 2);
        skip_to(end == text_.npos ? end : end + 2);
    }

    void line_comment() {
        while (at_ < text_.size() && peek() != '\n')
            at_ += is_splice() ? 2 : 1;
    }

    bool is_splice() const { return peek() == '\\' && peek(1) == '\n'; }

    /// To the closing quote, or to the end of the line if there is none.
    void quoted() {
        char const quote = peek();
        ++at_;
        while (at_ < text_.size() && peek() != '\n') {
            char const c = peek();
            skip_to(at_ + (c == '\\' ? 2U : 1U));
            if (c == quote) return;
        }
    }

    /// A splice and the first byte after it, before which no line may be put.
    void splice() {
        skip_to(at_ + 2);
        into_.unbreakable_.push_back({at_ - 2, at_ + 1});
        into_.newlines_.push_back(at_ - 1);
    }

    void raw_string() {
        size_t const open = text_.find('(', at_);
        if (open == text_.npos) return skip_to(open);
        std::string const close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
        size_t const end = text_.find(close, open);
        skip_to(end == text_.npos ? end : end + close.size());
    }

    /// A pp-number, with its digit separators.
    void number() {
        while (is_identifier(peek()) || peek() == '.' || (peek() == '\'' && is_identifier(peek(1))))
            ++at_;
    }

    void identifier() {
        uint32_t const begin = at_;
        while (is_identifier(peek()))
            ++at_;
        std::string_view const word = text_.substr(begin, at_ - begin);
        bool const raw =
            word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
        if (raw && peek() == '"') token(&LineScanner::raw_string);
    }

    void directive() {
        size_t begin = at_;
        while (begin > 0 && text_[begin - 1] != '\n')
            --begin;
        line_comment();
        if (at_ < text_.size()) ++at_;
        Directive found;
        found.range = {static_cast<uint32_t>(begin), at_};
        std::string_view const line = text_.substr(begin, at_ - begin);
        for (size_t at = line.find('\n'); at != line.npos; at = line.find('\n', at + 1))
            into_.newlines_.push_back(static_cast<uint32_t>(begin + at));
        read_marker(line, found);
        if (found.is_marker)
            into_.markers_.push_back(static_cast<uint32_t>(into_.directives_.size()));
        into_.directives_.push_back(found);
        line_is_blank_ = true;
    }

    void read_marker(std::string_view line, Directive& found) {
        MarkerReader reader(line.substr(line.find('#') + 1));
        reader.blanks();
        found.is_standard = reader.take("line");
        reader.blanks();
        std::optional<uint32_t> const number = reader.number();
        if (!number) return;
        LinePosition const before = current();
        found.is_marker = true;
        found.next = {before.file, *number, found.is_standard ? before.header_kind : uint8_t{0}};
        reader.blanks();
        std::optional<std::string_view> const name = reader.quoted();
        if (!name) return;
        found.names_file = true;
        found.next.file = intern(*name);
        while (true) {
            reader.blanks();
            std::optional<uint32_t> const flag = reader.number();
            if (!flag) return;
            found.enters |= *flag == 1;
            found.leaves |= *flag == 2;
            if (*flag == 3) found.next.header_kind = 1;
            if (*flag == 4) found.next.header_kind = 2;
        }
    }

    LinePosition current() const {
        return into_.markers_.empty() ? LinePosition{}
                                      : into_.directives_[into_.markers_.back()].next;
    }

    std::string_view intern(std::string_view written) {
        if (written.find('\\') == written.npos) return written;
        return into_.unescaped_.emplace_back(unescape(written));
    }

    std::string_view text_;
    LineMarkers& into_;
    uint32_t at_ = 0;
    bool line_is_blank_ = true;
};

LineMarkers::LineMarkers(std::string_view text) {
    LineScanner(text, *this).scan();
}

size_t LineMarkers::first_directive(uint32_t offset) const {
    auto const found = std::ranges::lower_bound(
        directives_, offset, {}, [](Directive const& one) { return one.range.begin; });
    return static_cast<size_t>(found - directives_.begin());
}

bool LineMarkers::inside_directive(uint32_t offset) const {
    size_t const next = first_directive(offset);
    return next > 0 && offset < directives_[next - 1].range.end;
}

bool LineMarkers::may_break(uint32_t offset) const {
    auto const next = std::ranges::lower_bound(unbreakable_, offset, {}, &Range::begin);
    return next == unbreakable_.begin() || (next - 1)->end <= offset;
}

LinePosition LineMarkers::position(uint32_t offset) const {
    auto const next = std::ranges::upper_bound(
        markers_, offset, {}, [this](uint32_t index) { return directives_[index].range.end; });
    if (next == markers_.begin()) return {{}, 1 + newlines({0, offset}), 0};
    Directive const& marker = directives_[*(next - 1)];
    LinePosition found = marker.next;
    found.line += newlines({marker.range.end, offset});
    return found;
}

SourceLine LineMarkers::source_line(uint32_t offset) const {
    LinePosition const found = position(offset);
    return {std::string(found.file), found.line};
}

uint32_t LineMarkers::newlines(Range range) const {
    auto const first = std::ranges::lower_bound(newlines_, range.begin);
    auto const last = std::lower_bound(first, newlines_.end(), range.end);
    return static_cast<uint32_t>(last - first);
}

std::string renaming_marker(LinePosition const& next) {
    std::string marker = "# " + std::to_string(next.line) + " \"" + escape(next.file) + '"';
    if (next.header_kind > 0) marker += " 3";
    if (next.header_kind > 1) marker += " 4";
    return marker + '\n';
}

std::string line_directive(LinePosition const& current, LinePosition const& next) {
    if (current.header_kind != next.header_kind || next.line == 0) return renaming_marker(next);
    return "#line " + std::to_string(next.line) + " \"" + escape(next.file) + "\"\n";
}

} // namespace rewrite

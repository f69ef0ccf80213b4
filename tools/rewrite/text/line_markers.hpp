// SPDX-License-Identifier: BSD-2-Clause
// Where the lines of a preprocessed text come from, and where a directive may be put into it.
#pragma once

#include "edit_plan.hpp"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace rewrite {

/// A line of a user's file as a line marker names it.
struct LinePosition {
    std::string_view file; ///< empty: the text does not say
    uint32_t line = 1;
    uint8_t header_kind = 0; ///< 0: user's, 1: system header (flag 3), 2: also extern "C" (flag 4)
    bool operator==(LinePosition const&) const = default;
};

/// A directive on its own line(s) of the text.
struct Directive {
    Range range;            ///< from the start of its line to past its newline
    bool is_marker = false; ///< `# 12 "file" 1` or `#line 12 "file"`
    bool enters = false;    ///< flag 1
    bool leaves = false;    ///< flag 2
    bool names_file = false;
    bool is_standard = false; ///< `#line`: the kind of header stays as it was
    LinePosition next;        ///< of markers: the position of the line after it
};

/// The directives of a text and what lies between them. Knows literals and comments, so that a
/// `# 1` inside a raw string is no marker. Views into the text: it must live as long.
class LineMarkers {
public:
    explicit LineMarkers(std::string_view text);

    std::vector<Directive> const& directives() const { return directives_; }

    /// The first directive that begins at or after `offset`, as an index.
    size_t first_directive(uint32_t offset) const;

    /// Whether the offset lies inside a directive, after its first byte.
    bool inside_directive(uint32_t offset) const;

    /// Whether a new line may be put before this byte: it is not inside a token or comment that
    /// contains newlines, nor after a spliced line.
    bool may_break(uint32_t offset) const;

    LinePosition position(uint32_t offset) const;
    SourceLine source_line(uint32_t offset) const;

    /// Newlines in the range.
    uint32_t newlines(Range range) const;

private:
    friend class LineScanner;
    std::vector<uint32_t> newlines_;
    std::vector<Directive> directives_;
    std::vector<uint32_t> markers_;     ///< indices into `directives_`
    std::vector<Range> unbreakable_;    ///< ascending, disjoint
    std::deque<std::string> unescaped_; ///< file names that are written with escapes
};

/// The directive, with its newline, that makes the next line `next`. `#line`, or a GNU line marker
/// where only that can say it: another kind of header than `current`, or line 0.
std::string line_directive(LinePosition const& current, LinePosition const& next);

/// A line marker without the flags 1 and 2.
std::string renaming_marker(LinePosition const& next);

} // namespace rewrite

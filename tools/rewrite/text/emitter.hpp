// SPDX-License-Identifier: BSD-2-Clause
// Writes a rendered text piece by piece, and keeps its line numbers and origins right.
#pragma once

#include "edit_plan.hpp"
#include "line_markers.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace rewrite {

/// Knows at each moment which line of which file the compiler takes the next line of the output
/// for. Where that is not the line that copied text comes from, it puts a `#line` before the next
/// line that starts where a directive may stand.
class Emitter {
public:
    Emitter(std::string_view text, LineMarkers const& markers) : text_(text), markers_(markers) {}

    /// Copies analysed text.
    void copy(Range range);

    /// Writes new text, which belongs to the analysed place `near`.
    void write(std::string_view new_text, uint32_t near);

    /// Writes a new name for the one at `origin`.
    void write_name(std::string_view name, uint32_t origin, uint32_t near);

    /// Begins text of `origin` on a line of its own; `end_own_lines` ends its last line.
    void begin_own_lines(uint32_t origin);
    void end_own_lines();

    /// Between these, no directives are added, and line markers are left out.
    void begin_inline() { ++inline_depth_; }
    void end_inline() { --inline_depth_; }
    bool is_inline() const { return inline_depth_ > 0; }

    Rendered take() { return std::move(output_); }

private:
    void copy_plain(Range range);
    void copy_cut_directive(Range range);
    void copy_directive(Directive const& directive);
    void copy_marker(Directive const& directive);
    void append(Range range);
    void append_new(std::string_view text);
    void follow_markers(std::string_view new_text, bool at_line_start);
    void end_line();
    bool starts_line(size_t at) const;
    bool line_is_empty() const;
    bool line_is_blank() const;
    bool in_step(uint32_t offset) const { return position_ == markers_.position(offset); }
    uint32_t break_point(Range range) const;
    bool may_break_at(uint32_t offset, uint32_t end) const;
    bool breaks_no_token(uint32_t offset) const;
    void put_directive(LinePosition const& next);

    std::string_view text_;
    LineMarkers const& markers_;
    Rendered output_;
    LinePosition position_; ///< of the output's current line
    std::vector<std::string_view>
        includers_;                       ///< of the output's current line, by its flags 1 and 2
    std::deque<LineMarkers> new_markers_; ///< of new texts, whose file names are still in use
    unsigned inline_depth_ = 0;
    unsigned moved_depth_ = 0;
    bool after_own_lines_ = false;   ///< nothing but white space was written after moved lines
    bool directive_is_open_ = false; ///< the last line is a directive without its newline
};

} // namespace rewrite

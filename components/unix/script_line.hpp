// SPDX-License-Identifier: BSD-2-Clause
// The first line of a script: what it is run by.
#pragma once

#include <core/maybe.hpp>
#include <core/text.hpp>

namespace flat::unix {

/// `#! PROGRAM [ARGUMENT]`, where the argument is all of the rest of the line (execve(2)).
struct ScriptLine {
    static constexpr u32 bytes_max = 256;

    Text program;
    Text argument;
};

/// A text without the blanks at both ends.
inline Text without_blanks(Text text) {
    auto const is_blank = [](char character) { return character == ' ' || character == '\t'; };
    while (!text.is_empty() && is_blank(text[0]))
        text = text.after(1);
    while (!text.is_empty() && is_blank(text[text.size() - 1]))
        text = text.first(text.size() - 1);
    return text;
}

/// Of what a file begins with; nothing if it is no script, or names no program.
inline Maybe<ScriptLine> read_script_line(Text file) {
    if (!file.starts_with("#!")) return nothing;
    Text line = file.after(2);
    usize size = 0;
    while (size < line.size() && size < ScriptLine::bytes_max && line[size] != '\n')
        ++size;
    line = without_blanks(line.first(size));
    usize end = 0;
    while (end < line.size() && line[end] != ' ' && line[end] != '\t')
        ++end;
    if (end == 0) return nothing;
    return ScriptLine{line.first(end), without_blanks(line.after(end))};
}

} // namespace flat::unix

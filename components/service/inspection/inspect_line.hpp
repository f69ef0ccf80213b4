// SPDX-License-Identifier: BSD-2-Clause
// A line of an inspector's answer: a mark and a JSON object.
#pragma once

#include <core/format.hpp>
#include <core/text.hpp>

namespace flat::service {

/// Writes one member after the other.
template<usize size>
class InspectLine {
public:
    explicit InspectLine(TextBuffer<size>& line) : line_(line) { line_.put("@inspect {"); }

    InspectLine& text(Text name, Text value) {
        begin(name);
        line_.put("\"");
        for (char const character : value)
            put(character);
        line_.put("\"");
        return *this;
    }

    InspectLine& number(Text name, u64 value) {
        begin(name);
        format(line_, "{}", value);
        return *this;
    }

    void end() { line_.put("}"); }

private:
    void begin(Text name) {
        format(line_, "{}\"{}\":", is_first_ ? "" : ",", name);
        is_first_ = false;
    }

    /// Arguments of kinds may be texts in quotes; nothing else needs an escape.
    void put(char character) {
        if (character == '"' || character == '\\') line_.put("\\");
        line_.put(Text(&character, 1));
    }

    TextBuffer<size>& line_;
    bool is_first_ = true;
};

} // namespace flat::service

// SPDX-License-Identifier: BSD-2-Clause
// Text for clang in which parts of the spec stand at their own lines and columns.
#pragma once

#include "bound_spec.hpp"
#include "probe.hpp"

#include <rewrite/command/command.hpp>

namespace specialize {

/// A class's table of virtual functions in text: its declaration, and where objects point to.
struct TableText {
    TableText(std::string const& suffix, TableAddress const& table)
        : declaration("extern const void *const flatland_table_" + suffix + "[] __asm__(\"" +
                      table.symbol + "\");\n"),
          address("&flatland_table_" + suffix + "[" + std::to_string(table.word) + "]") {}

    std::string declaration;
    std::string address;
};

class PlacedText {
public:
    /// Text of ours; messages about it name the line that was given last.
    PlacedText& put(std::string const& text);
    PlacedText& at(rewrite::Place const& place);

    /// Text of the spec: messages about it name its own place.
    PlacedText& put(Text const& text);

    std::string const& text() const { return text_; }

private:
    std::string text_;
};

/// The function's parameters, `self` for `this` first, as they are declared: `(S *self, int a)`.
std::string declared_parameters(Function const& function);

/// Its parameters as arguments of a call, `self` left out: `a, b`.
std::string forwarded_arguments(Function const& function, rewrite::Language language);

/// Opens the namespaces of the function; `closed` closes them.
std::string opened_namespaces(Function const& function);
std::string closed_namespaces(Function const& function);

/// The text with `this` called `self`, which is as long, so that columns stay.
Text with_self(Text text, Function const& function);

} // namespace specialize

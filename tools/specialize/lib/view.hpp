// SPDX-License-Identifier: BSD-2-Clause
// The sources, each line in the colour of its binding time.
#pragma once

#include "versions.hpp"

namespace specialize {

enum class BindingTime {
    none,    ///< no code, or never followed
    fixed,   ///< static: nothing of it is left
    dynamic, ///< all of it is left
    both,    ///< different in different passes, or in parts of the line
    guarded  ///< a fact that is tested at the entry
};

struct ViewLine {
    BindingTime time = BindingTime::none;
    std::string text;
    std::string reason; ///< why it is not static; may be empty
};

struct ViewFile {
    std::string name;
    std::vector<ViewLine> lines;
};

/// The spec, then every source that a version came past, with the sum of all versions.
std::vector<ViewFile> view_of(Made const& made, Spec const& spec);

/// For a terminal; without colour each line begins with S, D, B or G.
std::string view_text(std::vector<ViewFile> const& files, bool colour);

/// A page that needs no other file.
std::string view_html(std::vector<ViewFile> const& files);

} // namespace specialize

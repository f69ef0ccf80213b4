// SPDX-License-Identifier: BSD-2-Clause
// The sources, each line in the colour of its binding time.
#pragma once

#include <specialize/versions/versions.hpp>

#include <llvm/Support/JSON.h>

namespace specialize {

enum class BindingTime {
    none,    ///< no code, or never followed
    fixed,   ///< static: nothing of it is left
    dynamic, ///< all of it is left
    both,    ///< different in different passes, or in parts of the line
    guarded  ///< static because of facts that are tested at each call; in the spec, such a fact
};

struct ViewLine {
    BindingTime time = BindingTime::none;
    std::string text;
    std::string reason; ///< why it is not static; may be empty
    /// Whether something of it is static because of tested facts, and which of them it needs.
    bool is_guarded = false;
    std::vector<std::string> facts = {};
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

/// The lines that have a binding time, with their reasons.
llvm::json::Value view_json(std::vector<ViewFile> const& files);

} // namespace specialize

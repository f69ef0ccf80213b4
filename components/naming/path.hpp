// SPDX-License-Identifier: BSD-2-Clause
// Texts of names in a graph, and the paths that are made of them.
#pragma once

#include <core/maybe.hpp>
#include <core/text.hpp>

namespace flat::naming {

/// The longest text of a name, and the longest path, in bytes.
inline constexpr usize text_max = 47;
inline constexpr usize path_max = 255;

/// The longest path of a context, so that each of its names can be resolved from the root.
inline constexpr usize context_path_max = path_max - text_max - 1;

/// Begins the texts that contexts make up.
inline constexpr char made_up_prefix = '#';

/// Whether a text can be that of a name, be it one that a context made up.
bool is_name_text(Text text);

/// A path as its steps. It refers to the text that it was parsed from.
class Path {
public:
    /// The steps of any text; `parse_path` says whether they can be names.
    explicit Path(Text text) : rest_(text) { skip_slashes(); }

    /// Whether there is no step left.
    bool is_empty() const { return rest_.is_empty(); }

    /// Takes the first of the steps that are left; there must be one.
    Text next();

private:
    void skip_slashes();

    Text rest_;
};

/// Nothing when a step can be no name, when there is none, or when the path is too long.
Maybe<Path> parse_path(Text text);

} // namespace flat::naming

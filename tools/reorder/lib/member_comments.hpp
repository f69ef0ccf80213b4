// SPDX-License-Identifier: BSD-2-Clause
// Which comments belong to a member or its initialiser, as a reader understands it by where they
// stand.
#pragma once

#include <rewrite/text/unit.hpp>

#include <optional>
#include <vector>

namespace reorder {

/// Past the comments that follow on the line where a text ends, and past those that go on with them
/// on lines of their own, indented deeper than `indentation`. `from` itself: there are none.
uint32_t past_trailing_comments(rewrite::Unit const& unit, uint32_t from, uint32_t indentation);

/// The comments between what stands before a member and the member, but for those after a brace or
/// an access specifier on its line.
struct CommentsAbove {
    std::vector<rewrite::Range> apart; ///< an access specifier stands between
    uint32_t begin = 0;                ///< of those directly above; of the member: there are none
};

CommentsAbove comments_above(rewrite::Unit const& unit, rewrite::Range gap);

/// An element of a list with commas, and the comments that belong to it.
struct Commented {
    rewrite::Range body;  ///< with comments above it, and those before its comma
    rewrite::Range after; ///< those after its comma on its line, or after the last element
};

/// For the elements of one list in the order of the text; before them, it begins at `begin`.
/// Nothing: something else than a comma and comments stands between two of them.
std::optional<std::vector<Commented>> with_comments(rewrite::Unit const& unit, uint32_t begin,
                                                    std::vector<rewrite::Range> const& elements);

/// How many blanks the line of this place begins with.
uint32_t indentation_at(rewrite::Unit const& unit, uint32_t place);

} // namespace reorder

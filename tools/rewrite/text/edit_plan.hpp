// SPDX-License-Identifier: BSD-2-Clause
// Edits of one text as data: nested, cloneable, refused where they overlap.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rewrite {

/// Bytes [begin, end) of the analysed text.
struct Range {
    uint32_t begin = 0;
    uint32_t end = 0;
    auto operator<=>(Range const&) const = default;
};

class EditPlan;

/// A range of the analysed text that appears here too, with edits of its own. The renderer puts it
/// on lines of its own between `#line` directives, so that tools show the original place.
struct Moved {
    Range range;
    std::shared_ptr<EditPlan const> edits; ///< null: as it is
    bool own_lines = true;                 ///< false: in the middle of a line, without directives
};

/// A name written in place of the one at `origin`: new text that the check of meanings still takes
/// for the use it was.
struct Renamed {
    std::string text;
    uint32_t origin = 0;
};

/// What an edit writes: new text, names and moved text, in any order.
using Fragment = std::vector<std::variant<std::string, Moved, Renamed>>;

/// A set of edits of the analysed text. Ranges are disjoint or one inside the other; an edit
/// replaces its whole range, so those inside a replaced range have no effect on the place itself
/// (a `Moved` range brings its own plan). Several insertions at one place keep their order.
class EditPlan {
public:
    struct Edit {
        Range range; ///< empty: an insertion
        Fragment fragment;
    };

    void replace(Range range, Fragment with);
    void replace(Range range, std::string with) { replace(range, Fragment{std::move(with)}); }
    void remove(Range range) { replace(range, Fragment{}); }
    void insert(uint32_t before, Fragment what) { replace({before, before}, std::move(what)); }
    void insert(uint32_t before, std::string what) { insert(before, Fragment{std::move(what)}); }

    /// In the order they were added.
    std::vector<Edit> const& edits() const { return edits_; }
    bool empty() const { return edits_.empty(); }

private:
    std::vector<Edit> edits_;
};

/// Where each byte of a rendered text came from.
class OriginMap {
public:
    struct Piece {
        uint32_t begin = 0; ///< in the rendered text
        uint32_t length = 0;
        uint32_t origin = 0; ///< in the analysed text
    };

    /// Pieces in ascending order of `begin`; new text lies between them.
    std::vector<Piece> pieces;

    /// The analysed byte that this rendered byte shows; none if it is new text.
    std::optional<uint32_t> origin_of(uint32_t rendered) const;
};

struct Rendered {
    std::string text;
    OriginMap origins;
};

/// Two edits that overlap without one lying inside the other, or that replace the same range.
struct Overlap {
    Range first;
    Range second;
};

/// The line of the user's source where a byte of the analysed text comes from: follows the line
/// markers (`# 12 "file"` and `#line`) of the text.
struct SourceLine {
    std::string file;
    uint32_t line = 0;
};

/// Applies a plan to the text. A moved range with `own_lines` is preceded by `#line` for its
/// origin and followed by one for the text after it.
std::variant<Rendered, Overlap> render(std::string_view text, EditPlan const& plan);

} // namespace rewrite

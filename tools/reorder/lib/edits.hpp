// SPDX-License-Identifier: BSD-2-Clause
// Edits that may show text elsewhere, which takes its own edits along wherever it goes.
#pragma once

#include <rewrite/text/edit_plan.hpp>

#include <variant>
#include <vector>

namespace reorder {

/// A range of the text shown in a new place, with all edits inside of it.
struct Shown {
    rewrite::Range range;
    std::vector<rewrite::EditPlan::Edit> own; ///< edits for this showing only
    bool own_lines = false;
};

/// `Moved` shows text with no other edits than its own.
using Piece = std::variant<std::string, Shown, rewrite::Renamed, rewrite::Moved>;

/// Collects the edits of a unit in any order.
class Edits {
public:
    /// The range may not be shown as a whole by another edit that is to see this one: what shows
    /// exactly this range shows it as it was.
    void replace(rewrite::Range range, std::vector<Piece> with);
    void insert(uint32_t before, std::string text) { replace({before, before}, {std::move(text)}); }

    bool empty() const { return edits_.empty(); }

    /// All of them, for the renderer.
    rewrite::EditPlan plan() const;

private:
    struct Pending {
        rewrite::Range range;
        std::vector<Piece> pieces;
    };

    rewrite::Fragment fragment_of(Pending const& pending) const;
    std::shared_ptr<rewrite::EditPlan const> plan_within(Shown const& shown) const;

    std::vector<Pending> edits_;
};

} // namespace reorder

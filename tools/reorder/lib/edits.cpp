// SPDX-License-Identifier: BSD-2-Clause
// Gives each range that is shown elsewhere a plan of the edits inside of it.
#include "edits.hpp"

namespace reorder {

using rewrite::EditPlan;
using rewrite::Fragment;
using rewrite::Range;

void Edits::replace(Range range, std::vector<Piece> with) {
    edits_.push_back({range, std::move(with)});
}

EditPlan Edits::plan() const {
    EditPlan plan;
    for (Pending const& each : edits_)
        plan.replace(each.range, fragment_of(each));
    return plan;
}

Fragment Edits::fragment_of(Pending const& pending) const {
    Fragment fragment;
    for (Piece const& piece : pending.pieces) {
        if (auto const* const text = std::get_if<std::string>(&piece))
            fragment.emplace_back(*text);
        else if (auto const* const name = std::get_if<rewrite::Renamed>(&piece))
            fragment.emplace_back(*name);
        else if (auto const* const moved = std::get_if<rewrite::Moved>(&piece))
            fragment.emplace_back(*moved);
        else {
            auto const& shown = std::get<Shown>(piece);
            fragment.emplace_back(rewrite::Moved{shown.range, plan_within(shown), shown.own_lines});
        }
    }
    return fragment;
}

std::shared_ptr<EditPlan const> Edits::plan_within(Shown const& shown) const {
    auto plan = std::make_shared<EditPlan>();
    for (Pending const& each : edits_) {
        bool const is_inside =
            shown.range.begin <= each.range.begin && each.range.end <= shown.range.end;
        if (is_inside && each.range != shown.range) plan->replace(each.range, fragment_of(each));
    }
    for (EditPlan::Edit const& each : shown.own)
        plan->replace(each.range, each.fragment);
    return plan->empty() ? nullptr : plan;
}

} // namespace reorder

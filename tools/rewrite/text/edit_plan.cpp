// SPDX-License-Identifier: BSD-2-Clause
// Applies edit plans: sorts each plan into a forest of ranges, refuses ranges that overlap, and
// writes ranges with the outermost edits in them.
#include "edit_plan.hpp"

#include "emitter.hpp"
#include "line_markers.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace rewrite {

namespace {

constexpr size_t none = SIZE_MAX;

bool is_insertion(EditPlan::Edit const& edit) {
    return edit.range.begin == edit.range.end;
}

/// The edits of one plan, outer ones before inner ones and insertions before what they stand
/// before.
class SortedEdits {
public:
    SortedEdits(EditPlan const& plan, uint32_t text_size) : plan_(plan) {
        order_.resize(plan.edits().size());
        std::iota(order_.begin(), order_.end(), size_t{0});
        std::ranges::sort(order_, [&plan](size_t left, size_t right) {
            EditPlan::Edit const& first = plan.edits()[left];
            EditPlan::Edit const& second = plan.edits()[right];
            return comes_before(first, second) || (!comes_before(second, first) && left < right);
        });
        build_forest(text_size);
    }

    std::optional<Overlap> const& overlap() const { return overlap_; }
    size_t size() const { return order_.size(); }
    EditPlan::Edit const& operator[](size_t index) const { return plan_.edits()[order_[index]]; }

    /// The first edit that begins at or after `offset`.
    size_t first_from(uint32_t offset) const {
        auto const found = std::ranges::lower_bound(
            order_, offset, {}, [this](size_t edit) { return plan_.edits()[edit].range.begin; });
        return static_cast<size_t>(found - order_.begin());
    }

    /// An edit that crosses a border of the range.
    std::optional<Range> crossing(Range range) const {
        for (size_t at = last_before(range.begin); at != none; at = parents_[at]) {
            Range const edit = (*this)[at].range;
            if (edit.end > range.begin && edit.end < range.end) return edit;
        }
        for (size_t at = last_before(range.end); at != none; at = parents_[at]) {
            Range const edit = (*this)[at].range;
            if (edit.begin > range.begin && edit.end > range.end) return edit;
        }
        return std::nullopt;
    }

private:
    size_t last_before(uint32_t offset) const {
        size_t const next = first_from(offset);
        return next == 0 ? none : next - 1;
    }

    static bool comes_before(EditPlan::Edit const& left, EditPlan::Edit const& right) {
        if (left.range.begin != right.range.begin) return left.range.begin < right.range.begin;
        if (is_insertion(left) != is_insertion(right)) return is_insertion(left);
        return left.range.end > right.range.end;
    }

    void build_forest(uint32_t text_size) {
        parents_.resize(order_.size(), none);
        size_t open = none;
        for (size_t at = 0; at < order_.size(); ++at) {
            Range const range = (*this)[at].range;
            if (range.begin > range.end || range.end > text_size) {
                overlap_ = Overlap{range, {0, text_size}};
                return;
            }
            while (open != none && (*this)[open].range.end <= range.begin)
                open = parents_[open];
            if (open != none &&
                (range.end > (*this)[open].range.end || range == (*this)[open].range)) {
                overlap_ = Overlap{(*this)[open].range, range};
                return;
            }
            parents_[at] = open;
            if (!is_insertion((*this)[at])) open = at;
        }
    }

    EditPlan const& plan_;
    std::vector<size_t> order_;
    std::vector<size_t> parents_; ///< the innermost edit around it
    std::optional<Overlap> overlap_;
};

class Renderer {
public:
    Renderer(std::string_view text, LineMarkers const& markers)
        : text_size_(static_cast<uint32_t>(text.size())), markers_(markers),
          emitter_(text, markers) {}

    /// Writes the range with those edits of the plan that lie in it, insertions at both ends
    /// included. Returns whether that was possible.
    bool write(Range range, EditPlan const* plan) {
        if (range.begin > range.end || range.end > text_size_)
            return refuse(range, {0, text_size_});
        if (plan == nullptr || plan->empty()) {
            emitter_.copy(range);
            return true;
        }
        if (!enter(range, plan)) return false;
        bool const written = write_edited(range, *plan);
        active_.pop_back();
        return written;
    }

    Overlap const& overlap() const { return *overlap_; }
    Rendered take() { return emitter_.take(); }

private:
    bool refuse(Range first, Range second) {
        overlap_ = Overlap{first, second};
        return false;
    }

    /// A moved range whose plan moves the same range with the same plan would never end.
    bool enter(Range range, EditPlan const* plan) {
        std::pair const here{plan, range};
        if (std::ranges::find(active_, here) != active_.end()) return refuse(range, range);
        active_.push_back(here);
        return true;
    }

    bool write_edited(Range range, EditPlan const& plan) {
        SortedEdits const& edits = sorted(plan);
        if (edits.overlap()) return refuse(edits.overlap()->first, edits.overlap()->second);
        if (std::optional<Range> const crossing = edits.crossing(range))
            return refuse(*crossing, range);
        uint32_t written = range.begin;
        for (size_t at = edits.first_from(range.begin); at < edits.size(); ++at) {
            EditPlan::Edit const& edit = edits[at];
            if (edit.range.begin > range.end) break;
            if (edit.range.begin < written || edit.range.end > range.end) continue;
            emitter_.copy({written, edit.range.begin});
            written = edit.range.end;
            if (!write_fragment(edit)) return false;
        }
        emitter_.copy({written, range.end});
        return true;
    }

    bool write_fragment(EditPlan::Edit const& edit) {
        for (auto const& piece : edit.fragment) {
            if (auto const* new_text = std::get_if<std::string>(&piece))
                emitter_.write(*new_text, edit.range.end);
            else if (auto const* name = std::get_if<Renamed>(&piece))
                emitter_.write_name(name->text, name->origin, edit.range.end);
            else if (!write_moved(std::get<Moved>(piece), edit.range.begin))
                return false;
        }
        return true;
    }

    /// A place where no line may be broken, and the inside of an inline piece, take no own lines.
    bool write_moved(Moved const& moved, uint32_t place) {
        bool const own_lines = moved.own_lines && !emitter_.is_inline() &&
                               markers_.may_break(place) && moved.range.begin <= text_size_;
        own_lines ? emitter_.begin_own_lines(moved.range.begin) : emitter_.begin_inline();
        if (!write(moved.range, moved.edits.get())) return false;
        own_lines ? emitter_.end_own_lines() : emitter_.end_inline();
        return true;
    }

    SortedEdits const& sorted(EditPlan const& plan) {
        auto const found = sorted_.find(&plan);
        if (found != sorted_.end()) return found->second;
        return sorted_.try_emplace(&plan, plan, text_size_).first->second;
    }

    uint32_t text_size_;
    LineMarkers const& markers_;
    Emitter emitter_;
    std::map<EditPlan const*, SortedEdits> sorted_;
    std::vector<std::pair<EditPlan const*, Range>> active_;
    std::optional<Overlap> overlap_;
};

} // namespace

void EditPlan::replace(Range range, Fragment with) {
    edits_.push_back({range, std::move(with)});
}

std::optional<uint32_t> OriginMap::origin_of(uint32_t rendered) const {
    auto const next = std::ranges::upper_bound(pieces, rendered, {}, &Piece::begin);
    if (next == pieces.begin()) return std::nullopt;
    Piece const& piece = *(next - 1);
    if (rendered - piece.begin >= piece.length) return std::nullopt;
    return piece.origin + (rendered - piece.begin);
}

std::variant<Rendered, Overlap> render(std::string_view text, EditPlan const& plan) {
    LineMarkers const markers(text);
    Renderer renderer(text, markers);
    if (!renderer.write({0, static_cast<uint32_t>(text.size())}, &plan)) return renderer.overlap();
    return renderer.take();
}

} // namespace rewrite

// SPDX-License-Identifier: BSD-2-Clause
// Matches the names of a plan with the members of a class.
#include "arrangement.hpp"

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/find_records.hpp>

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <set>

namespace reorder {

using clang::FieldDecl;

Arrangement::Arrangement(Shape shape, std::vector<Placed> order)
    : shape_(std::move(shape)), order_(std::move(order)) {
    for (Item const& item : shape_.items)
        old_fields_.insert(old_fields_.end(), item.fields.begin(), item.fields.end());
    for (Placed const& placed : order_) {
        std::vector<FieldDecl const*> const& fields = shape_.items[placed.item].fields;
        new_fields_.insert(new_fields_.end(), fields.begin(), fields.end());
    }
    for (size_t i = 0; i < new_fields_.size(); ++i)
        ranks_[new_fields_[i]] = i;
}

bool Arrangement::is_declared_order() const {
    return old_fields_ == new_fields_ && std::ranges::all_of(order_, [](Placed const& each) {
               return each.padding_before == 0 && each.align == 0 && !each.moves;
           });
}

bool Arrangement::keeps_first() const {
    return order_.empty() || (order_.front().item == 0 && order_.front().padding_before == 0);
}

namespace {

std::string listed(std::vector<std::string> const& names) {
    std::string text;
    for (std::string const& name : names)
        text += (text.empty() ? "`" : ", `") + name + "`";
    return text;
}

class Matching {
public:
    Matching(rewrite::Unit const& unit, Shape shape, PlannedClass const& planned,
             rewrite::Diagnostics& diagnostics)
        : unit_(unit), shape_(std::move(shape)), planned_(planned), diagnostics_(diagnostics) {
        for (size_t i = 0; i < shape_.items.size(); ++i)
            for (Member const& member : shape_.items[i].members)
                items_[member.name] = i;
    }

    std::optional<Arrangement> run() {
        if (!has_same_members()) return std::nullopt;
        for (size_t next = 0; next < planned_.members.size();)
            if (!place(next)) return std::nullopt;
        add_nameless();
        if (!keeps_last()) return std::nullopt;
        return Arrangement(std::move(shape_), std::move(order_));
    }

private:
    bool has_same_members() {
        std::set<std::string> planned;
        std::vector<std::string> unknown;
        for (PlannedMember const& member : planned_.members) {
            planned.insert(member.name);
            if (!items_.contains(member.name)) unknown.push_back(member.name);
        }
        std::vector<std::string> missing;
        for (auto const& [name, item] : items_)
            if (!planned.contains(name)) missing.push_back(name);
        if (unknown.empty() && missing.empty()) return true;
        std::string reason;
        if (!missing.empty()) reason = "it does not place " + listed(missing);
        if (!unknown.empty())
            reason += (reason.empty() ? "" : ", and ") + ("it places " + listed(unknown)) +
                      ", which the class does not have";
        refuse("R0202", "the plan does not fit " + name() + ": " + reason,
               "the class has changed since the plan was made: profile it and lay it out anew");
        return false;
    }

    /// Places the item that the next member belongs to.
    bool place(size_t& next) {
        PlannedMember const& first = planned_.members[next];
        size_t const index = items_.at(first.name);
        Item const& item = shape_.items[index];
        for (size_t i = 0; i < item.members.size(); ++i, ++next) {
            bool const follows = next < planned_.members.size() &&
                                 planned_.members[next].name == item.members[i].name &&
                                 (i == 0 || planned_.members[next].padding_before == 0);
            if (!follows) return refuse_parting(item);
            if (planned_.members[next].align != 0 && item.kind != ItemKind::member)
                return refuse_align(planned_.members[next]);
        }
        bool const moves = first.offset != item.members.front().offset_bits / 8;
        order_.push_back({index, first.padding_before, first.align, moves});
        return true;
    }

    bool refuse_parting(Item const& item) {
        std::vector<std::string> names;
        for (Member const& member : item.members)
            names.push_back(member.name);
        refuse("R0203",
               "the plan parts " + listed(names) + " of " + name() +
                   (item.kind == ItemKind::bit_fields ? ", which are bit-fields beside each other"
                                                      : ", which share an anonymous member"),
               "place them next to each other, in this order");
        return false;
    }

    bool refuse_align(PlannedMember const& member) {
        refuse("R0203",
               "the plan asks for another alignment of `" + member.name +
                   "`, which is not a member of its own",
               "leave `align` out");
        return false;
    }

    /// Unnamed members, say an empty anonymous struct, keep their place at the end.
    void add_nameless() {
        for (size_t i = 0; i < shape_.items.size(); ++i)
            if (shape_.items[i].members.empty()) order_.push_back({i});
    }

    bool keeps_last() {
        for (size_t i = 0; i + 1 < order_.size(); ++i) {
            Item const& item = shape_.items[order_[i].item];
            if (item.kind != ItemKind::flexible_array) continue;
            refuse("R0204",
                   "`" + item.members.front().name + "` must stay the last member of " + name() +
                       ": memory after the object may belong to it",
                   "place it last");
            return false;
        }
        return true;
    }

    std::string name() const { return "`" + rewrite::record_name(*shape_.record) + "`"; }

    void refuse(std::string const& code, std::string message, std::string help) {
        diagnostics_.refuse(code, unit_.place(shape_.record->getLocation()), std::move(message),
                            std::move(help));
    }

    rewrite::Unit const& unit_;
    Shape shape_;
    PlannedClass const& planned_;
    rewrite::Diagnostics& diagnostics_;
    std::map<std::string, size_t> items_; ///< by names of members
    std::vector<Placed> order_;
};

} // namespace

std::optional<Arrangement> arrange(rewrite::Unit const& unit, clang::RecordDecl const& record,
                                   PlannedClass const& planned, rewrite::Diagnostics& diagnostics) {
    return Matching(unit, shape_of(record), planned, diagnostics).run();
}

} // namespace reorder

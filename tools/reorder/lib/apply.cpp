// SPDX-License-Identifier: BSD-2-Clause
// Finds the classes of a plan in a unit, checks, edits, renders and checks again.
#include "apply.hpp"

#include "arrangement.hpp"
#include "checks.hpp"
#include "class_text.hpp"
#include "edits.hpp"
#include "initialisers.hpp"
#include "layout_pins.hpp"

#include <rewrite/meaning/meaning.hpp>
#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/find_records.hpp>

#include <algorithm>

namespace reorder {

using clang::RecordDecl;
using rewrite::Diagnostics;
using rewrite::Unit;

namespace {

/// A class of the plan that the unit defines.
struct Target {
    PlannedClass planned;
    RecordDecl const* record;
};

std::optional<std::vector<Target>> find_targets(Unit const& unit, LayoutPlan const& plan,
                                                Diagnostics& diagnostics) {
    std::vector<Target> targets;
    for (PlannedClass const& planned : plan.classes) {
        auto const found = rewrite::find_records(unit.context(), planned.name);
        if (found.size() > 1) {
            diagnostics.refuse("R0206", unit.place(found.back()->getLocation()),
                               "`" + planned.name + "` names several classes",
                               "give the qualified name, as `" +
                                   rewrite::record_name(*found.front()) + "`");
            return std::nullopt;
        }
        if (!found.empty()) targets.push_back({planned, found.front()});
    }
    return targets;
}

class Application {
public:
    Application(rewrite::CompilerCommand const& command, rewrite::UnitText const& text,
                LayoutPlan const& plan, Diagnostics& diagnostics)
        : command_(command), text_(text), plan_(plan), diagnostics_(diagnostics) {}

    Result run() {
        before_ = Unit::parse(command_, text_.name, text_.text, diagnostics_);
        if (!before_) return {};
        auto targets = find_targets(*before_, plan_, diagnostics_);
        if (!targets) return {};
        if (targets->empty()) return {Outcome::untouched, {}, {}, {}};
        for (Target& target : *targets)
            prepare(std::move(target));
        if (diagnostics_.has_errors()) return {};
        check_uses(*before_, arrangements_, diagnostics_);
        for (Arrangement const& each : arrangements_)
            check_comparisons(*before_, each, diagnostics_);
        if (diagnostics_.has_errors()) return {};
        Edits edits;
        for (Arrangement const& each : arrangements_) {
            write_members(*before_, each, edits, diagnostics_);
            remove_former_pins(*before_, each.record(), edits);
        }
        write_initialisers(*before_, arrangements_, edits, diagnostics_);
        if (diagnostics_.has_errors()) return {};
        return render(edits);
    }

private:
    void prepare(Target target) {
        if (!check_record(*before_, *target.record, diagnostics_)) return;
        auto arrangement = arrange(*before_, *target.record, target.planned, diagnostics_);
        if (!arrangement) return;
        summary_.push_back("laid out `" + target.planned.name +
                           "`: " + std::to_string(target.planned.members.size()) + " members, " +
                           std::to_string(target.planned.size_bytes) + " bytes");
        arrangements_.push_back(std::move(*arrangement));
        planned_.push_back(std::move(target.planned));
    }

    Result render(Edits const& edits) {
        auto rendered = rewrite::render(before_->text(), edits.plan());
        if (auto* const text = std::get_if<rewrite::Rendered>(&rendered)) return check(*text);
        auto const& overlap = std::get<rewrite::Overlap>(rendered);
        diagnostics_.refuse("R0603", before_->place(overlap.second.begin),
                            "two changes are needed at one place",
                            "if the plan gives one class two names, leave one out; else this is a "
                            "limit of reorder: please report it with the source");
        return {};
    }

    Result check(rewrite::Rendered& rendered) {
        auto const after = parse_again(rendered.text);
        if (!after) return {};
        for (PlannedClass const& each : planned_)
            check_layout(*after, each, diagnostics_);
        rewrite::compare_meaning(before_->context(), after->context(), rendered.origins, {},
                                 diagnostics_);
        if (diagnostics_.has_errors()) return {};
        std::string pinned = pin_layouts(*after, planned_);
        return {Outcome::rewritten, std::move(rendered.text), std::move(pinned),
                std::move(summary_)};
    }

    /// What does not compile is no error of the user: it is refused.
    std::unique_ptr<Unit> parse_again(std::string const& text) {
        Diagnostics syntax_errors;
        auto unit = Unit::parse(command_, text_.name, text, syntax_errors);
        for (rewrite::Diagnostic const& each : syntax_errors.all())
            if (each.severity == rewrite::Severity::error)
                diagnostics_.add({.severity = rewrite::Severity::error,
                                  .code = "R0602",
                                  .message = "this would not compile any more in the new order",
                                  .place = each.place,
                                  .notes = {{.text = each.message, .place = {}}},
                                  .help = {}});
        return unit;
    }

    rewrite::CompilerCommand const& command_;
    rewrite::UnitText const& text_;
    LayoutPlan const& plan_;
    Diagnostics& diagnostics_;
    std::unique_ptr<Unit> before_;
    std::vector<Arrangement> arrangements_;
    std::vector<PlannedClass> planned_;
    std::vector<std::string> summary_;
};

} // namespace

bool is_concerned(std::string const& text, LayoutPlan const& plan) {
    return std::ranges::any_of(
        plan.classes, [&](PlannedClass const& each) { return rewrite::mentions(text, each.name); });
}

Result apply_and_check(rewrite::CompilerCommand const& command, rewrite::UnitText const& text,
                       LayoutPlan const& plan, Diagnostics& diagnostics) {
    if (!is_concerned(text.text, plan)) return {Outcome::untouched, {}, {}, {}};
    return Application(command, text, plan, diagnostics).run();
}

} // namespace reorder

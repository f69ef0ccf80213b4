// SPDX-License-Identifier: BSD-2-Clause
// Tries a plan on all units of a build, so that it promises nothing that a unit refuses.
#include "prove.hpp"

#include "unit_processes.hpp"
#include <collapse/lib/unit/apply.hpp>

#include <rewrite/text/files.hpp>

#include <algorithm>

namespace collapse {

using rewrite::Diagnostic;
using rewrite::Diagnostics;
using rewrite::Severity;

namespace {

/// The first reason of a refusal, in a line.
std::string reason_in(Diagnostics const& found) {
    return line_of(*std::ranges::find(found.all(), Severity::error, &Diagnostic::severity));
}

class Prover {
public:
    Prover(Decision const& decision, std::vector<UnitCommand> const& units, unsigned jobs)
        : decision_(decision), units_(units), jobs_(jobs) {}

    /// What units have against classes being done so.
    Diagnostics objections(std::vector<PlannedClass> const& classes) const {
        Plan plan;
        plan.classes = classes;
        auto const check = [&plan](UnitCommand const& unit, Diagnostics& diagnostics) {
            return checked(unit, plan, diagnostics);
        };
        Diagnostics found;
        in_processes(units_, jobs_, check, found);
        return found;
    }

    /// The most of a class that no unit refuses, `found` being what they have against all of it.
    /// Nothing: it stays as it is.
    std::optional<PlannedClass> lowered(PlannedClass const& planned, Diagnostics const& found) {
        if (!found.has_errors()) {
            note_done(planned);
            return planned;
        }
        PlannedClass sealed = with_bases_kept(planned);
        bool const is_less = sealed.decisions != planned.decisions;
        if (is_less && !objections({sealed}).has_errors()) {
            note_sealed(planned, reason_in(found));
            return sealed;
        }
        note(planned, "stays as it is: " + reason_in(found));
        return std::nullopt;
    }

    void note_done(PlannedClass const& planned) {
        auto const why = decision_.sealed.find(planned.name);
        if (why != decision_.sealed.end()) return note_sealed(planned, why->second);
        bool const is_kept = std::ranges::all_of(
            planned.decisions, [](auto const& each) { return each.second == "kept"; });
        note(planned, is_kept ? "sealed" : "flattened");
    }

    std::vector<std::string> const& outcome() const { return outcome_; }

private:
    void note_sealed(PlannedClass const& planned, std::string const& why) {
        note(planned, "sealed, and its bases are kept: " + why);
    }

    void note(PlannedClass const& planned, std::string const& what) {
        outcome_.push_back(planned.name + ": " + what);
    }

    static std::optional<std::string> checked(UnitCommand const& unit, Plan const& plan,
                                              Diagnostics& diagnostics) {
        auto const text = rewrite::preprocess(unit.command, unit.command.kind, diagnostics);
        if (!text) return std::nullopt;
        Result const result = apply_and_check(unit.command, *text, plan, diagnostics);
        if (result.outcome == Outcome::refused) return std::nullopt;
        return std::string();
    }

    Decision const& decision_;
    std::vector<UnitCommand> const& units_;
    unsigned jobs_;
    std::vector<std::string> outcome_;
};

} // namespace

std::optional<ProvenPlan> prove_plan(Decision const& decision,
                                     std::vector<UnitCommand> const& units, unsigned jobs,
                                     Diagnostics& diagnostics) {
    Plan const& plan = decision.plan;
    Prover prover(decision, units, jobs);
    ProvenPlan proven{plan, {}};
    Diagnostics found = prover.objections(plan.classes);
    if (!found.has_errors()) {
        for (PlannedClass const& each : plan.classes)
            prover.note_done(each);
        proven.outcome = prover.outcome();
        return proven;
    }
    proven.plan.classes.clear();
    Diagnostics every;
    for (PlannedClass const& each : plan.classes) {
        if (plan.classes.size() > 1) found = prover.objections({each});
        if (auto less = prover.lowered(each, found))
            proven.plan.classes.push_back(std::move(*less));
        else
            every.add_all(found);
    }
    size_t const left = proven.plan.classes.size();
    if (left > 0) every = left > 1 ? prover.objections(proven.plan.classes) : Diagnostics();
    if (every.has_errors()) {
        diagnostics.add_all(every);
        return std::nullopt;
    }
    proven.outcome = prover.outcome();
    proven.plan.hash.clear();
    proven.plan.hash = rewrite::hash_of(plan_text(proven.plan));
    return proven;
}

} // namespace collapse

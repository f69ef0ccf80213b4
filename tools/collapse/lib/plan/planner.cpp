// SPDX-License-Identifier: BSD-2-Clause
// Decides for a whole program what becomes of each base of each target.
#include "planner.hpp"

#include "apart_units.hpp"
#include "base_decisions.hpp"
#include "instance_clashes.hpp"
#include <collapse/lib/facts/class_facts.hpp>

#include <rewrite/text/files.hpp>

#include <llvm/Support/FormatVariadic.h>

#include <algorithm>

namespace collapse {

using rewrite::Diagnostic;
using rewrite::Diagnostics;
using rewrite::hash_of;
using rewrite::Place;
using rewrite::Severity;

namespace {

std::string in_quotes(std::string const& name) {
    return "`" + name + "`";
}

/// Plans one target.
class TargetPlanner {
public:
    TargetPlanner(ProgramFacts const& program, std::string const& target, Diagnostics& diagnostics)
        : program_(program), target_(target), definition_(*program.definition(target)),
          diagnostics_(diagnostics) {}

    void run(Constraints const& constraints, Decision& decision) {
        std::vector<std::string> hierarchy = program_.bases(target_);
        if (hierarchy.empty())
            diagnostics_.refuse("C0715", definition_.place,
                                in_quotes(target_) + " has no bases: there is nothing to flatten");
        for (std::string const& other : program_.derived(target_))
            refuse_derived(other);
        hierarchy.push_back(target_);
        PlannedClass planned{.name = without_unnamed_namespaces(target_),
                             .decisions = {},
                             .definition_hash = hash_of_all(hierarchy),
                             .size_bytes = 0,
                             .apart = {}};
        Parted const parted = part_units(program_, target_, constraints.apart, diagnostics_);
        for (auto const& [base, decided] : parted.bases) {
            planned.decisions[base] = decided.decision;
            decision.reasons.push_back(reason_text(base, decided));
            if (decided.decision != "kept") check_units(parted.together, base, decided.decision);
        }
        for (UnitFacts const* unit : parted.apart) {
            planned.apart.push_back({unit->source, unit->hash});
            decision.reasons.push_back(target_ + ": " + unit->source +
                                       " stays as it is: nothing of the hierarchy is shared");
        }
        std::ranges::sort(planned.apart, {}, &ApartUnit::source);
        if (constraints.may_seal && unseen_.has_errors()) {
            decision.sealed[planned.name] = reason_to_seal();
            planned = with_bases_kept(std::move(planned));
        } else {
            diagnostics_.add_all(unseen_);
        }
        decision.plan.classes.push_back(std::move(planned));
    }

private:
    void refuse_derived(std::string const& other) {
        diagnostics_.add({Severity::error,
                          "C0714",
                          in_quotes(other) + " derives from " + in_quotes(target_),
                          place_of_class(other),
                          {{in_quotes(target_) + " is defined here", definition_.place}},
                          "only a class that nothing derives from can be flattened; flatten " +
                              in_quotes(other) + " instead"});
    }

    Place place_of_class(std::string const& name) const {
        ClassFact const* const definition = program_.definition(name);
        return definition ? definition->place : Place{};
    }

    static std::string at(Place const& place) {
        return place.line ? llvm::formatv(" ({0}:{1})", place.file, place.line).str() : "";
    }

    std::string reason_text(std::string const& base, DecidedBase const& decided) const {
        return target_ + ": " + base + " is " + decided.decision + ": " + decided.reason +
               at(decided.place);
    }

    /// The hash of the hierarchy; refuses classes that units define differently.
    std::string hash_of_all(std::vector<std::string> const& hierarchy) {
        std::map<std::string, std::string> hashes;
        for (std::string const& name : hierarchy) {
            ClassFact const* const first = program_.definition(name);
            if (!first) continue;
            hashes[name] = first->hash;
            for (UnitFacts const* unit : program_.units())
                if (ClassFact const* const seen = program_.seen_by(*unit, name))
                    if (seen->is_complete && seen->hash != first->hash) {
                        refuse_difference(*first, *seen, *unit);
                        break;
                    }
        }
        return hierarchy_hash(hashes);
    }

    void refuse_difference(ClassFact const& first, ClassFact const& seen, UnitFacts const& unit) {
        diagnostics_.add(
            {Severity::error,
             "C0711",
             "units define " + in_quotes(seen.name) + " differently",
             seen.place,
             {{"as " + unit.source + " sees it", seen.place},
              {"as the first unit sees it", first.place}},
             "give all units the same macros and headers; two classes need two names"});
    }

    /// Every unit that knows a base which is dissolved must know the target too.
    void check_units(ProgramFacts::Units const& units, std::string const& base,
                     std::string const& decision) {
        for (UnitFacts const* unit : units) {
            ClassFact const* const target = program_.seen_by(*unit, target_);
            if (target && target->is_complete) continue;
            auto const defined = std::ranges::find(unit->definitions, base, &DefinitionFact::name);
            if (defined != unit->definitions.end())
                refuse_unit("C0712", *unit, defined->place,
                            " defines " + base + "::" + defined->member);
            else if (decision == "merged")
                check_use(base, *unit);
        }
    }

    void check_use(std::string const& base, UnitFacts const& unit) {
        ClassFact const* const seen = program_.seen_by(unit, base);
        auto const named = std::ranges::find_if(
            unit.uses, [&](UseFact const& use) { return use.kind == "named" && use.name == base; });
        if (seen && seen->is_complete)
            refuse_unit("C0713", unit, seen->place, " sees " + base);
        else if (named != unit.uses.end())
            refuse_unit("C0713", unit, named->place, " names " + base);
    }

    /// What stands in the way of more, and the edits that would take it away.
    std::string reason_to_seal() const {
        Diagnostic const& first = unseen_.all().front();
        size_t const more = unseen_.all().size() - 1;
        return line_of(first) + "; to flatten it, " + first.help +
               (more > 0 ? " and " + std::to_string(more) + " more" : "");
    }

    void refuse_unit(char const* code, UnitFacts const& unit, Place const& place,
                     std::string const& what) {
        unseen_.add({Severity::error,
                     code,
                     unit.source + what + ", but never sees " + in_quotes(target_) +
                         ", of which it becomes a part",
                     place,
                     {{in_quotes(target_) + " is defined here", definition_.place}},
                     "include " + definition_.place.file + " in " + unit.source});
    }

    ProgramFacts const& program_;
    std::string target_;
    ClassFact const& definition_;
    Diagnostics& diagnostics_;
    Diagnostics unseen_; ///< of units that need a base and never see the target
};

/// The class that a user means. Nothing: refused.
std::optional<std::string> target_named(ProgramFacts const& program, std::string const& name,
                                        Diagnostics& diagnostics) {
    std::vector<std::string> const found = program.matching(name);
    if (found.size() == 1) return found.front();
    if (found.empty()) {
        diagnostics.refuse("C0716", {}, "no unit defines a class " + in_quotes(name),
                           "name it as its definition does, with its namespaces");
        return std::nullopt;
    }
    Diagnostic finding{.code = "C0202",
                       .message = in_quotes(name) + " names several classes",
                       .place = program.definition(found.back())->place,
                       .notes = {},
                       .help = "give the qualified name, as `" + found.front() + "`"};
    for (std::string const& each : found)
        finding.notes.push_back({each, program.definition(each)->place});
    diagnostics.add(std::move(finding));
    return std::nullopt;
}

void check_apart(std::vector<UnitFacts> const& units, std::vector<std::string> const& sources,
                 Diagnostics& diagnostics) {
    for (std::string const& source : sources)
        if (std::ranges::none_of(units,
                                 [&](UnitFacts const& unit) { return is_unit_of(unit, source); }))
            diagnostics.refuse(
                "C0719", {}, "no unit is compiled from " + in_quotes(source),
                "give --apart a source as its facts name it, or the end of its path");
}

} // namespace

PlannedClass with_bases_kept(PlannedClass planned) {
    for (auto& [_, decision] : planned.decisions)
        decision = "kept";
    return planned;
}

Decision plan_classes(std::vector<UnitFacts> const& units, Constraints const& constraints,
                      Diagnostics& diagnostics) {
    ProgramFacts::Units all;
    for (UnitFacts const& unit : units)
        all.push_back(&unit);
    ProgramFacts const program(std::move(all));
    std::set<std::string> targets;
    check_apart(units, constraints.apart, diagnostics);
    for (std::string const& name : constraints.classes)
        if (auto target = target_named(program, name, diagnostics))
            targets.insert(std::move(*target));
    Decision decision;
    for (std::string const& target : targets)
        TargetPlanner(program, target, diagnostics).run(constraints, decision);
    check_instance_clashes(program.units(), decision.plan.classes, diagnostics);
    decision.plan.hash = hash_of(plan_text(decision.plan));
    return decision;
}

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// The verb plan: collects the facts of a whole program, decides, and tries what was decided.
#include "program.hpp"

#include "driver.hpp"
#include "prove.hpp"
#include "scan_all.hpp"
#include <collapse/lib/plan/planner.hpp>

#include <rewrite/text/files.hpp>

#include <llvm/Support/raw_ostream.h>

namespace collapse {

using rewrite::Diagnostics;

namespace {

std::vector<UnitFacts> read_facts(std::vector<std::string> const& files, Diagnostics& diagnostics) {
    std::vector<UnitFacts> units;
    for (std::string const& file : files)
        if (auto const text = read_text(file, diagnostics))
            if (auto facts = parse_facts(file, *text, diagnostics))
                units.push_back(std::move(*facts));
    return units;
}

void say(std::vector<std::string> const& lines) {
    for (std::string const& line : lines)
        llvm::errs() << "collapse: " << line << '\n';
}

/// Decides by facts alone. Nothing: refused.
std::optional<Decision> decided(std::vector<UnitFacts> const& units, Options const& options,
                                bool may_seal, Diagnostics& diagnostics) {
    if (diagnostics.has_errors()) return std::nullopt;
    Decision decision =
        plan_classes(units, {options.classes, options.apart, may_seal}, diagnostics);
    if (options.verbose) say(decision.reasons);
    if (diagnostics.has_errors()) return std::nullopt;
    return decision;
}

std::optional<Plan> plan_facts(Options const& options, Diagnostics& diagnostics) {
    auto decision = decided(read_facts(options.inputs, diagnostics), options, false, diagnostics);
    if (!decision) return std::nullopt;
    return std::move(decision->plan);
}

/// Decides by facts and tries it on all units of a build. Nothing: refused.
std::optional<Plan> plan_build(Options const& options, Diagnostics& diagnostics) {
    auto const units = commands_in(options.build_folder, diagnostics);
    if (!units) return std::nullopt;
    auto const decision =
        decided(scan_all(*units, options.jobs, diagnostics), options, true, diagnostics);
    if (!decision) return std::nullopt;
    auto proven = prove_plan(*decision, *units, options.jobs, diagnostics);
    if (!proven) return std::nullopt;
    if (!options.json) say(proven->outcome);
    return std::move(proven->plan);
}

} // namespace

int plan_program(Options const& options) {
    Diagnostics diagnostics;
    auto const plan = options.build_folder.empty() ? plan_facts(options, diagnostics)
                                                   : plan_build(options, diagnostics);
    if (plan) write_text(options.output, plan_text(*plan), diagnostics);
    return report(options, diagnostics);
}

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// The verb plan: collects the facts of a whole program and decides.
#include "program.hpp"

#include "driver.hpp"
#include "planner.hpp"
#include "scan_all.hpp"

#include <rewrite/lib/files.hpp>

#include <llvm/Support/raw_ostream.h>

namespace collapse {

using rewrite::Diagnostics;

static std::vector<UnitFacts> read_facts(std::vector<std::string> const& files,
                                         Diagnostics& diagnostics) {
    std::vector<UnitFacts> units;
    for (std::string const& file : files)
        if (auto const text = read_text(file, diagnostics))
            if (auto facts = parse_facts(file, *text, diagnostics))
                units.push_back(std::move(*facts));
    return units;
}

int plan_program(Options const& options) {
    Diagnostics diagnostics;
    std::vector<UnitFacts> const units =
        options.build_folder.empty() ? read_facts(options.inputs, diagnostics)
                                     : scan_all(options.build_folder, options.jobs, diagnostics);
    if (!diagnostics.has_errors()) {
        Decision const decision =
            plan_classes(units, {options.classes, options.apart}, diagnostics);
        if (options.verbose)
            for (std::string const& reason : decision.reasons)
                llvm::errs() << "collapse: " << reason << '\n';
        if (!diagnostics.has_errors())
            write_text(options.output, plan_text(decision.plan), diagnostics);
    }
    return report(options, diagnostics);
}

} // namespace collapse

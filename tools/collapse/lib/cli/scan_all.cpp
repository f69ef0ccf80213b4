// SPDX-License-Identifier: BSD-2-Clause
// Scans all units of a build, several at a time.
#include "scan_all.hpp"

#include "scan.hpp"
#include "unit_processes.hpp"

namespace collapse {

using rewrite::Diagnostics;

static std::optional<std::string> scan_unit(UnitCommand const& unit, Diagnostics& diagnostics) {
    std::optional<UnitFacts> const facts = facts_of(unit.command, diagnostics);
    if (!facts) return std::nullopt;
    return facts_text(*facts);
}

std::vector<UnitFacts> scan_all(std::vector<UnitCommand> const& units, unsigned jobs,
                                Diagnostics& diagnostics) {
    std::vector<UnitFacts> found;
    for (auto const& text : in_processes(units, jobs, scan_unit, diagnostics))
        if (text)
            if (auto facts = parse_facts("facts", *text, diagnostics))
                found.push_back(std::move(*facts));
    return found;
}

} // namespace collapse

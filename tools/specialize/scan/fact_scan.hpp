// SPDX-License-Identifier: BSD-2-Clause
// Which facts of a project last while their entries run, by the scan of writes.
#pragma once

#include "treatments.hpp"
#include <specialize/facts/probe.hpp>

namespace specialize {

struct ScannedFacts {
    std::vector<FactTreatments> treatments; ///< of the entries' facts
    std::vector<rewrite::EditPlan> guards;  ///< for each source, as preprocessed; empty: no session
    std::string obstacle; ///< why no source could be scanned: then no fact is taken for stable
};

/// Scans all sources. A promise or a session that the entry itself breaks is refused (S0201,
/// S0205), and so is a session until a function that no source knows (S0129).
ScannedFacts scan_facts(Build const& build, Spec const& spec,
                        std::vector<BoundEntry> const& entries,
                        std::vector<ProbedEntry> const& probed, rewrite::Diagnostics& diagnostics);

} // namespace specialize

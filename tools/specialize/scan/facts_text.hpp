// SPDX-License-Identifier: BSD-2-Clause
// Facts as functions for the engine: assignments that state what holds when the entry begins.
#pragma once

#include "treatments.hpp"
#include <specialize/facts/probe.hpp>

namespace specialize {

/// The symbol of the facts function of one version.
std::string facts_symbol(Entry const& entry, size_t version);

/// A call of the function, without which clang leaves out inline functions that their source does
/// not use.
std::string keeping_text(BoundEntry const& bound, rewrite::Language language);

/// What to put after the source: a function for each version of each entry that it defines.
std::string facts_text(std::vector<BoundEntry> const& entries,
                       std::vector<ProbedEntry> const& probed,
                       std::vector<FactTreatments> const& treatments, size_t source,
                       rewrite::Language language);

/// The fact as reports show it: `h->x = 3`; of expected values the one of this version.
std::string shown(SpecFact const& fact, Entry const& entry, size_t version);

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Which facts of a project last while their entries run, by the scan of writes.
#pragma once

#include "probe.hpp"
#include "standings.hpp"

namespace specialize {

/// Scans all sources. A promise that the entry itself breaks is refused (S0201). What `obstacle`
/// gets is why no source could be scanned: then no fact is taken for stable.
std::vector<Standings> scan_facts(Build const& build, Spec const& spec,
                                  std::vector<BoundEntry> const& entries,
                                  std::vector<ProbedEntry> const& probed, std::string& obstacle,
                                  rewrite::Diagnostics& diagnostics);

} // namespace specialize

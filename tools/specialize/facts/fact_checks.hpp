// SPDX-License-Identifier: BSD-2-Clause
// What must hold of the facts of one entry before anything is specialised by them.
#pragma once

#include "probe.hpp"

namespace specialize {

/// Refuses facts that contradict each other (S0127), values that are no constants (S0134), paths
/// that cannot have a value (S0135), objects of unknown size (S0136), types that cannot be stated
/// (S0137), too many versions (S0138), and paths whose values cannot be captured (S0146).
void check_facts(Entry const& entry, ProbedEntry const& probed, rewrite::Diagnostics& diagnostics);

/// How many versions the entry has: one for each choice of expected values.
size_t version_count(Entry const& entry);

} // namespace specialize

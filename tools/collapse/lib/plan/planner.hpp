// SPDX-License-Identifier: BSD-2-Clause
// Decides for a whole program what becomes of each base of each target.
#pragma once

#include "plan.hpp"
#include <collapse/lib/facts/facts.hpp>

#include <string>
#include <vector>

namespace collapse {

/// A plan, and why it is so.
struct Decision {
    Plan plan;
    std::vector<std::string> reasons;          ///< a line for each base, for --verbose
    std::map<std::string, std::string> sealed; ///< classes whose bases are kept, as units need
};

/// What a user asks for.
struct Constraints {
    std::vector<std::string> classes; ///< each a qualified name or the end of one
    std::vector<std::string> apart;   ///< sources of units that share nothing of them
    bool may_seal = false;            ///< keep bases that units need which never see the class
};

/// The class with all bases kept: it is sealed then, and no more.
PlannedClass with_bases_kept(PlannedClass planned);

/// Plans classes from the facts of all units. Refusals: C0202 (a name of several classes) and C0711
/// to C0719.
Decision plan_classes(std::vector<UnitFacts> const& units, Constraints const& constraints,
                      rewrite::Diagnostics& diagnostics);

} // namespace collapse

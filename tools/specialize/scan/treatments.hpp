// SPDX-License-Identifier: BSD-2-Clause
// How the engine takes a fact: what tests it, and whether it lasts while the entry runs.
#pragma once

#include "obligations.hpp"

namespace specialize {

enum class Treatment {
    tested,   ///< at each call, and lost where something unknown may write it
    promised, ///< never tested, and lasts
    stable,   ///< tested at each call, and lasts while the entry runs
    plugged,  ///< tested when the session is opened, and lasts: each write ends the session
};

/// The second operand of `flatland_fact` (engine/facts.hpp).
inline int mark_of(Treatment treatment) {
    switch (treatment) {
    case Treatment::tested:
        return 0;
    case Treatment::promised:
    case Treatment::plugged:
        return 1;
    case Treatment::stable:
        return 2;
    }
    return 0;
}

struct FactTreatment {
    Treatment treatment = Treatment::tested;
    std::vector<Obligation> obligations; ///< what may break the fact, and how that is met
};

/// One per fact of an entry.
using FactTreatments = std::vector<FactTreatment>;

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// How the engine takes a fact: what tests it, and whether it lasts while the entry runs.
#pragma once

#include "obligations.hpp"

namespace specialize {

/// The second operand of `flatland_fact`.
enum class Standing {
    tested = 0,   ///< at each call, and lost where something unknown may write it
    promised = 1, ///< never tested, and lasts
    stable = 2,   ///< tested at each call, and lasts while the entry runs
};

struct FactStanding {
    Standing standing = Standing::tested;
    std::vector<Obligation> obligations; ///< what may break the fact, and how that is met
};

/// One per fact of an entry.
using Standings = std::vector<FactStanding>;

} // namespace specialize

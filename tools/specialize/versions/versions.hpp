// SPDX-License-Identifier: BSD-2-Clause
// Has the engine make the versions of a project's entries.
#pragma once

#include "linked.hpp"

#include <specialize/engine/specialize.hpp>

namespace specialize {

/// One version of an entry, and what was reported of it.
struct MadeVersion {
    std::vector<std::string> choices; ///< `flags = 0`, for each expectation
    Report report;
};

struct MadeEntry {
    BoundEntry const* bound = nullptr;
    FactTreatments const* treatments = nullptr; ///< of its facts
    std::vector<MadeVersion> versions;
};

struct Made {
    Linked linked;
    std::set<std::string> functions_before; ///< names of the sources' own functions
    std::vector<MadeEntry> entries;
    std::string scan_obstacle; ///< why no write was looked for
};

struct Making {
    bool is_replaced = false;     ///< calls of the function itself choose among its versions
    bool finds_reliances = false; ///< reports say what rests on facts that are tested
};

/// Nothing: refused, by the engine's own codes, too.
std::optional<Made> make_versions(Project const& project, Making making,
                                  rewrite::Diagnostics& diagnostics);

} // namespace specialize

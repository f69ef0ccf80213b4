// SPDX-License-Identifier: BSD-2-Clause
// What must be done about each write for the declared invariants to hold, and how it is done.
#pragma once

#include "invariants.hpp"
#include <specialize/source/program_names.hpp>

#include <rewrite/text/edit_plan.hpp>

namespace specialize {

enum class Met {
    proved,  ///< cannot break the invariant
    guarded, ///< an edit of the source tells the slots
    tested,  ///< the entry tests the fact: `stable` is 0
    assumed, ///< the user said so: `closed program`
    refused,
};

/// One line of the list that the report shows.
struct Obligation {
    size_t invariant = 0; ///< its index in the list that was given
    std::string kind;     ///< "assignment", "bytes", "escape", ...
    rewrite::Place place; ///< none for what has no place
    std::string text;     ///< of the write
    Met met = Met::proved;
    std::string reason;      ///< a sentence without a stop
    std::string code;        ///< of refusals: "S0201"
    bool is_outside = false; ///< of the phase: the entry does not come past it by itself
};

struct Obligations {
    std::vector<Obligation> list;          ///< by invariant, then by place
    std::vector<bool> is_stable;           ///< for each invariant
    std::vector<rewrite::EditPlan> guards; ///< for each source of the program
};

/// Scans the program for all that may break one of the invariants. Refusals (S02..) stand in the
/// list and in `diagnostics`; with any of them the guards are empty.
Obligations meet_obligations(Program const& program, std::vector<Invariant> const& invariants,
                             rewrite::Diagnostics& diagnostics);

char const* name_of(Met met);

} // namespace specialize

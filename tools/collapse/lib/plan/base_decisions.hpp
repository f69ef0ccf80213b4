// SPDX-License-Identifier: BSD-2-Clause
// Merged, copied or kept: what becomes of the bases of one target, and why.
#pragma once

#include <collapse/lib/facts/program_facts.hpp>

namespace collapse {

struct DecidedBase {
    std::string decision; ///< as in plans
    std::string reason;
    rewrite::Place place; ///< of what stands in the way of a merge; may be none
};

/// By the base's name. A base is merged if in the whole program only classes of the hierarchy
/// derive from it and no other object of it exists; else copied, if no code sees a target as that
/// base; else kept, with all bases of its own.
std::map<std::string, DecidedBase> decide_bases(ProgramFacts const& program,
                                                std::string const& target);

} // namespace collapse

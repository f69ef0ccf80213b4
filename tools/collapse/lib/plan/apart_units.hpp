// SPDX-License-Identifier: BSD-2-Clause
// Units that a user states to share nothing of a hierarchy with the rest of the program: a test
// with its own implementation of an interface, in one image with the real one.
#pragma once

#include "base_decisions.hpp"

namespace collapse {

/// The units of a program, parted for one target.
struct Parted {
    ProgramFacts::Units together;             ///< see the target, or deal with those that do
    ProgramFacts::Units apart;                ///< to be compiled as they are
    std::map<std::string, DecidedBase> bases; ///< of the target's bases, by the units together
};

/// Parts the units by the sources that stay apart. Refuses (C0718) what speaks against it: a unit
/// that sees the target or defines members of its bases; a function or variable that both sides or
/// a library know and whose type leads to the hierarchy; code or tables under one name that would
/// differ; exceptions. What goes through memory as numbers or bytes is not seen.
Parted part_units(ProgramFacts const& program, std::string const& target,
                  std::vector<std::string> const& sources, rewrite::Diagnostics& diagnostics);

/// Whether a unit is meant by a source as users write it: its path, or the end of it.
bool is_unit_of(UnitFacts const& unit, std::string const& source);

} // namespace collapse

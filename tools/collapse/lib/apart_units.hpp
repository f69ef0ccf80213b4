// SPDX-License-Identifier: BSD-2-Clause
// Units that use bases of a target for something else and share nothing of it: a test with its own
// implementation of an interface, in one image with the real one.
#pragma once

#include "program_facts.hpp"

namespace collapse {

/// A function or variable through which objects of a hierarchy may pass between units.
struct Exchange {
    std::string name; ///< as the linker knows it
    rewrite::Place place;
};

/// The units of a program, parted for one target.
struct Parted {
    ProgramFacts::Units together;                   ///< see the target, or deal with those that do
    ProgramFacts::Units apart;                      ///< to be compiled as they are
    std::map<UnitFacts const*, Exchange> exchanges; ///< why a unit that never sees it is not apart
};

/// Parts the units. A unit can be apart if it never sees the target's definition and defines no
/// member of its bases. Those that are apart hand no object of the hierarchy, nor a pointer to
/// anything, to the others or to libraries, and no inline function that both have knows a class
/// that is merged.
Parted part_units(ProgramFacts const& program, std::string const& target);

} // namespace collapse

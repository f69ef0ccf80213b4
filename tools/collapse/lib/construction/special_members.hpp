// SPDX-License-Identifier: BSD-2-Clause
// Copies and moves that the compiler made from those of the bases, and makes otherwise without
// them.
#pragma once

#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <rewrite/text/unit.hpp>

namespace collapse {

/// The target's copy and move functions that must be written: deleted ones that bases deleted, and
/// `= default` for the others where something written would suppress them. `destructor_is_written`:
/// the target gets a destructor. Refuses used ones that called functions of bases.
std::string copy_and_move_members(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                                  bool destructor_is_written, rewrite::Diagnostics& diagnostics);

} // namespace collapse

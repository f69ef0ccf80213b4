// SPDX-License-Identifier: BSD-2-Clause
// Which virtual functions run while bases are constructed and destroyed: those of the stage, not
// the final ones.
#pragma once

#include "stage_walk.hpp"

namespace collapse {

/// Finds the virtual calls in constructors, destructors and default member initialisers of
/// flattened bases whose function is not the final overrider. Refuses those that are made on a
/// detour: from functions that a constructor calls, from lambdas, or through `this` given away.
PhaseCalls find_phase_calls(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                            rewrite::Diagnostics& diagnostics);

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Constructors initialise members in their order, and destructors end them in the reverse one.
#pragma once

#include "arrangement.hpp"
#include "edits.hpp"

namespace reorder {

/// Refuses where the new order of construction or destruction can be seen (R0401 to R0403).
void check_construction(rewrite::Unit const& unit, Arrangement const& arrangement,
                        rewrite::Diagnostics& diagnostics);

/// Puts what constructors write into the new order, as compilers warn of another one.
void write_constructors(rewrite::Unit const& unit, Arrangement const& arrangement, Edits& edits);

} // namespace reorder

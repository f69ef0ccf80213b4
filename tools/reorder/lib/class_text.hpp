// SPDX-License-Identifier: BSD-2-Clause
// Writes the data members of a class in their new order.
#pragma once

#include "arrangement.hpp"
#include "edits.hpp"

namespace reorder {

/// Takes the members out and writes them where the last of them stood: whatever types they need
/// are declared by then. False: refused (R0503).
bool write_members(rewrite::Unit const& unit, Arrangement const& arrangement, Edits& edits,
                   rewrite::Diagnostics& diagnostics);

} // namespace reorder

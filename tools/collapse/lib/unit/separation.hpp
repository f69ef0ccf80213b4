// SPDX-License-Identifier: BSD-2-Clause
// Whether sources that are merged into one unit mean what they mean alone.
#pragma once

#include <collapse/lib/hierarchy/name_uses.hpp>

#include <rewrite/text/unit.hpp>

namespace collapse {

/// Refuses names by which one source of a unit reaches what another source, not a header, has for
/// itself: alone, the name has meant something else. A source is a file whose name ends as those of
/// sources do.
void check_separation(rewrite::Unit const& unit, NameUses const& uses,
                      rewrite::Diagnostics& diagnostics);

} // namespace collapse

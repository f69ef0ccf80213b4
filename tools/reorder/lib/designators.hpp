// SPDX-License-Identifier: BSD-2-Clause
// Lists in C: what is initialised by its place gets a designator.
#pragma once

#include "lists.hpp"

namespace reorder {

/// Writes designators into a list with braces that concerns a target. `list` is the semantic form.
/// False: refused (R0405).
bool designate(rewrite::Unit const& unit, clang::InitListExpr const& list, Edits& edits,
               rewrite::Diagnostics& diagnostics);

} // namespace reorder

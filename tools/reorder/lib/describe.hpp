// SPDX-License-Identifier: BSD-2-Clause
// The verb describe: what of a class can move, as JSON.
#pragma once

#include "options.hpp"

namespace reorder {

/// Writes the description, prints findings and returns the exit status.
int describe(Options const& options);

} // namespace reorder

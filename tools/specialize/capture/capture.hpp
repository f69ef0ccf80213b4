// SPDX-License-Identifier: BSD-2-Clause
// The verbs that find values out: `capture` records them in the running program, `fill` writes them
// into the spec.
#pragma once

#include <specialize/options/options.hpp>

namespace specialize {

/// Each carries its verb out, prints findings, and returns the exit status.
int capture(Options const& options);
int fill(Options const& options);

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// The verb plan: collects the facts of a whole program and decides.
#pragma once

#include "options.hpp"

namespace collapse {

/// Writes the plan that the options ask for; returns the exit status.
int plan_program(Options const& options);

} // namespace collapse

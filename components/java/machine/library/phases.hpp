// SPDX-License-Identifier: BSD-2-Clause
// The later phases of the class library's initialisation, which wait until something needs them.
#pragma once

#include <java/machine/run.hpp>

namespace flat::java {

/// After System.initPhase1: methods that ask for modules or loaders of classes run the other phases
/// first, so that programs that never do need not wait for them.
void defer_phases(Machine& machine);

/// Has loaders of classes find no resources, for which they would ask a file.
void replace_resources(Machine& machine);

/// Runs System.initPhase2 and initPhase3 if nobody has; waits while another thread does. What these
/// call themselves goes on. False with an exception.
bool finish_library(Run& run);

} // namespace flat::java

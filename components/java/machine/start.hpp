// SPDX-License-Identifier: BSD-2-Clause
// From an empty machine to `main`.
#pragma once

#include <java/machine/run.hpp>

namespace flat::java {

/// Makes the first thread, and initialises the class library (System.initPhase1). False with an
/// exception.
bool begin_library(Run& run);

/// Runs the method main of a class with arguments, after `begin_library`. The status is that of
/// `run_program`.
u32 run_class(Run& run, Text main_class, Span<Text const> arguments);

/// Makes the first thread, initialises the class library (System.initPhase1),
/// and runs the method main of a class with arguments. The status of the
/// program: of System.exit, or 1 if an exception was not caught, whose trace
/// then is on the standard error output.
u32 run_program(Run& run, Text main_class, Span<Text const> arguments);

} // namespace flat::java

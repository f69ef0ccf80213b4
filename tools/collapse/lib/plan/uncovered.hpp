// SPDX-License-Identifier: BSD-2-Clause
// Commands that compile C++ in a way that cannot be rewritten.
#pragma once

#include "plan.hpp"

#include <rewrite/command/command.hpp>

namespace collapse {

/// For commands that are not `compiles`: refuses (C0118) those that would compile a class of the
/// plan as it is (several sources at once, preprocessed text, a program between the launcher and
/// the compiler, an unknown compiler), since its objects would not be those of other units.
void check_uncovered(rewrite::CompilerCommand const& command, Plan const& plan,
                     rewrite::Diagnostics& diagnostics);

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Whether g++ and clang++ see the same classes.
#pragma once

#include <rewrite/text/unit.hpp>

#include <string>
#include <vector>

namespace collapse {

/// Refuses classes whose definitions, or whose bases', read differently for the other compiler:
/// code that asks `__clang__` or `__GNUC__`. Does nothing if the unit never asks.
void check_compiler_views(rewrite::CompilerCommand const& command, rewrite::UnitText const& text,
                          rewrite::Unit const& unit, std::vector<std::string> const& classes,
                          rewrite::Diagnostics& diagnostics);

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// What was made, for people and for programs.
#pragma once

#include "versions.hpp"

#include <llvm/Support/JSON.h>

namespace specialize {

/// What became static, what stayed dynamic and why, sizes, and which facts are tested.
std::string report_text(Made const& made, std::string const& output);
llvm::json::Value report_json(Made const& made, std::string const& output);

/// The reasons why a line stayed dynamic, in each version; `file` may be the end of a path.
/// Nothing: refused (S0406), as no version has code of that line.
std::optional<std::string> reasons_text(Made const& made, std::string const& file, unsigned line,
                                        rewrite::Diagnostics& diagnostics);
std::optional<llvm::json::Value> reasons_json(Made const& made, std::string const& file,
                                              unsigned line, rewrite::Diagnostics& diagnostics);

} // namespace specialize

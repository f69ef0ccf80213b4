// SPDX-License-Identifier: BSD-2-Clause
// What was made, for people and for programs.
#pragma once

#include <specialize/versions/versions.hpp>

#include <llvm/Support/JSON.h>

namespace specialize {

/// `count = 3` (rpc.spec:7): a fact as a version of the entry has it, and where it is stated.
std::string fact_text(MadeEntry const& entry, size_t version, int number);

/// Why something is static: because of facts that are tested. None if no single one of them is
/// needed.
std::string reliance_text(std::vector<std::string> const& facts);

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

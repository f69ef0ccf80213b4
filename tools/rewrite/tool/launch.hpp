// SPDX-License-Identifier: BSD-2-Clause
// Runs the user's compiler on rewritten text as if it had read the user's file.
#pragma once

#include <rewrite/command/command.hpp>
#include <rewrite/text/unit.hpp>

#include <string>

namespace rewrite {

/// Runs the command as it is; returns its exit status (128 + n after signal n).
int run_untouched(CompilerCommand const& command);

/// Compiles `text` in place of the command's source: same flags, output, dependency file
/// (naming the user's files), line tables, working folder. Temporary files are removed, also
/// after SIGINT, SIGTERM and SIGHUP. Returns the exit status.
int compile_text(CompilerCommand const& command, UnitText const& unit, std::string const& text);

} // namespace rewrite

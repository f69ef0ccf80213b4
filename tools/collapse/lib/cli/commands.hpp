// SPDX-License-Identifier: BSD-2-Clause
// The commands of a build, from its compile_commands.json.
#pragma once

#include <rewrite/command/command.hpp>
#include <rewrite/text/diagnostic.hpp>

#include <optional>
#include <string>
#include <vector>

namespace collapse {

/// A command and the folder in which it runs.
struct UnitCommand {
    std::string folder;
    rewrite::CompilerCommand command;
};

/// All commands of FOLDER/compile_commands.json that compile one C++ source, launchers left out.
/// Nothing: refused (C0115).
std::optional<std::vector<UnitCommand>> commands_in(std::string const& build_folder,
                                                    rewrite::Diagnostics& diagnostics);

/// The command that compiles a source; goes to its folder, since its paths begin there. Nothing:
/// refused (C0115, C0116).
std::optional<rewrite::CompilerCommand> command_for(std::string const& build_folder,
                                                    std::string const& source,
                                                    rewrite::Diagnostics& diagnostics);

} // namespace collapse

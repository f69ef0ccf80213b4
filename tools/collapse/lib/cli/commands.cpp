// SPDX-License-Identifier: BSD-2-Clause
// The commands of a build, from its compile_commands.json.
#include "commands.hpp"

#include "options.hpp"

#include <clang/Tooling/JSONCompilationDatabase.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <algorithm>

namespace collapse {

namespace {

/// The compiler's command within that of a build which uses collapse as its launcher.
std::vector<std::string> without_launcher(std::vector<std::string> words) {
    if (words.empty() || llvm::sys::path::stem(words.front()) != "collapse") return words;
    words.erase(words.begin());
    auto const options = parse_options(words);
    if (auto const* const launch = std::get_if<Options>(&options)) return launch->command;
    return words;
}

std::string absolute(std::string const& folder, std::string const& file) {
    llvm::SmallString<256> path(file);
    llvm::sys::fs::make_absolute(folder, path);
    llvm::SmallString<256> real;
    if (!llvm::sys::fs::real_path(path, real)) return real.str().str();
    return path.str().str();
}

} // namespace

std::optional<std::vector<UnitCommand>> commands_in(std::string const& build_folder,
                                                    rewrite::Diagnostics& diagnostics) {
    std::string const file = build_folder + "/compile_commands.json";
    std::string problem;
    auto const database = clang::tooling::JSONCompilationDatabase::loadFromFile(
        file, problem, clang::tooling::JSONCommandLineSyntax::AutoDetect);
    if (!database) {
        diagnostics.refuse("C0115", {file}, "the commands of the build cannot be read: " + problem,
                           "CMake writes them with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
        return std::nullopt;
    }
    std::string const here = absolute(".", build_folder);
    std::vector<UnitCommand> commands;
    for (clang::tooling::CompileCommand const& each : database->getAllCompileCommands()) {
        auto command = rewrite::read_command(without_launcher(each.CommandLine));
        if (command.compiles)
            commands.push_back({absolute(here, each.Directory), std::move(command)});
    }
    return commands;
}

std::optional<rewrite::CompilerCommand> command_for(std::string const& build_folder,
                                                    std::string const& source,
                                                    rewrite::Diagnostics& diagnostics) {
    auto const commands = commands_in(build_folder, diagnostics);
    if (!commands) return std::nullopt;
    std::string const wanted = absolute(".", source);
    auto const found = std::ranges::find_if(*commands, [&](UnitCommand const& each) {
        return absolute(each.folder, *each.command.source) == wanted;
    });
    if (found == commands->end()) {
        diagnostics.refuse("C0116", {source}, "no command of `" + build_folder + "` compiles this");
        return std::nullopt;
    }
    if (std::error_code const problem = llvm::sys::fs::set_current_path(found->folder)) {
        diagnostics.refuse("C0110", {},
                           "`" + found->folder + "` cannot be entered: " + problem.message());
        return std::nullopt;
    }
    return found->command;
}

} // namespace collapse

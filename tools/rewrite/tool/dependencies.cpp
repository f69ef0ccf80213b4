// SPDX-License-Identifier: BSD-2-Clause
// Writes dependency rules as the compilers' own preprocessors do, with the user's files in them.
#include "dependencies.hpp"

#include <rewrite/command/flags.hpp>

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Path.h>

namespace rewrite {
namespace {

/// Quotes what make would read as syntax: space, tab, `#`, `$`, as GCC does.
std::string quoted(llvm::StringRef file) {
    std::string text;
    for (size_t i = 0; i < file.size(); ++i) {
        if (file[i] == ' ' || file[i] == '\t') {
            // Make halves the backslashes before a space.
            for (size_t before = i; before > 0 && file[before - 1] == '\\'; --before)
                text += '\\';
            text += '\\';
        } else if (file[i] == '#') {
            text += '\\';
        } else if (file[i] == '$') {
            text += '$';
        }
        text += file[i];
    }
    return text;
}

struct Targets {
    std::string names;
    bool with_phony_headers = false; ///< -MP
};

Targets targets_of(CompilerCommand const& command) {
    Targets targets;
    std::string output;
    for (Flag const& flag : read_flags(command.arguments)) {
        bool const names_target = flag.name == "-MT" || flag.name == "-MQ";
        if (names_target && !targets.names.empty()) targets.names += ' ';
        if (names_target) targets.names += flag.name == "-MT" ? flag.value : quoted(flag.value);
        if (flag.name == "-MP") targets.with_phony_headers = true;
        if (flag.use == FlagUse::output) output = flag.value;
    }
    if (output.empty()) output = llvm::sys::path::stem(*command.source).str() + ".o";
    if (targets.names.empty()) targets.names = quoted(output);
    return targets;
}

} // namespace

std::string dependency_rules(CompilerCommand const& command, UnitText const& unit) {
    Targets const targets = targets_of(command);
    std::vector<std::string> const& headers =
        command.dependencies_on_system ? unit.headers : unit.user_headers;
    std::string rules = targets.names + ":";
    if (unit.name != "-") rules += " " + quoted(unit.name);
    for (std::string const& header : headers)
        rules += " \\\n " + quoted(header);
    rules += '\n';
    if (targets.with_phony_headers)
        for (std::string const& header : headers)
            rules += quoted(header) + ":\n";
    return rules;
}

} // namespace rewrite

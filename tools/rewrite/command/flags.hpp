// SPDX-License-Identifier: BSD-2-Clause
// The words of a compiler's command line sorted by what they are for.
#pragma once

#include <string>
#include <vector>

namespace rewrite {

enum class FlagUse {
    input,        ///< a source, object or library file
    output,       ///< -o
    mode,         ///< -c, -S, -E, -M, -MM, -fsyntax-only, --version: how far to go
    dependency,   ///< -MD, -MMD, -MF, -MT, -MQ, -MP, -MG
    language,     ///< -x
    definition,   ///< -D
    undefinition, ///< -U
    text,         ///< -include, -imacros: files read before the source
    folder,       ///< -I, -iquote: the user's headers
    header_unit,  ///< precompiled headers and modules
    meaning,      ///< other flags that matter to how source is read: -std, -f, -m, -isystem
    other,        ///< warnings, debug information, linking, unknown to clang
};

/// One flag with all its words.
struct Flag {
    FlagUse use = FlagUse::other;
    std::string name;  ///< without its value: "-MF", "-D"; of an input: empty
    std::string value; ///< joined or separate; of an input: the file
    std::vector<std::string> words;
};

/// Sorts the words that follow the program; knows what g++ knows and clang does not.
std::vector<Flag> read_flags(std::vector<std::string> const& arguments);

} // namespace rewrite

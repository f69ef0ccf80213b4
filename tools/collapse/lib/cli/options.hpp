// SPDX-License-Identifier: BSD-2-Clause
// The command line of collapse: what is to be done, with which classes, for which compiler.
#pragma once

#include "verbs.hpp"

#include <string>
#include <variant>
#include <vector>

namespace collapse {

struct Options {
    Verb verb = Verb::launch;
    std::vector<std::string> classes; ///< --class, each a qualified name or the end of one
    std::vector<std::string> apart;   ///< --apart, each a source or the end of its path
    std::string plan_file;            ///< --plan
    std::string output = "-";         ///< -o
    std::string build_folder;         ///< -p: the folder of compile_commands.json
    unsigned jobs = 0;                ///< -j; 0: as many as the machine has processors
    bool verbose = false;
    bool json = false;                ///< --format json
    std::vector<std::string> inputs;  ///< facts files, the source to print, the code to explain
    std::vector<std::string> command; ///< the compiler and its arguments; for print: its flags
};

/// A command line that cannot be understood: exit status 2.
struct UsageError {
    Verb verb = Verb::launch; ///< whose help says more
    std::string message;
};

/// Reads the words after the program's name.
std::variant<Options, UsageError> parse_options(std::vector<std::string> const& words);

} // namespace collapse

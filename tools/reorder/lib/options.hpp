// SPDX-License-Identifier: BSD-2-Clause
// The command line of reorder: what is to be done, by which plan, for which compiler.
#pragma once

#include "verbs.hpp"

#include <string>
#include <variant>
#include <vector>

namespace reorder {

struct Options {
    Verb verb = Verb::launch;
    std::string class_name;   ///< --class, qualified or not
    std::string plan_file;    ///< --plan
    std::string output = "-"; ///< -o
    bool verbose = false;
    bool json = false;                ///< --format json
    std::vector<std::string> inputs;  ///< the source, the code to explain
    std::vector<std::string> command; ///< the compiler and its arguments, or its flags alone
};

/// A command line that cannot be understood: exit status 2.
struct UsageError {
    Verb verb = Verb::launch; ///< whose help says more
    std::string message;
};

/// Reads the words after the program's name.
std::variant<Options, UsageError> parse_options(std::vector<std::string> const& words);

} // namespace reorder

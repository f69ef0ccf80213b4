// SPDX-License-Identifier: BSD-2-Clause
// The command line of specialize: what is to be done, by which spec, for which sources.
#pragma once

#include "verbs.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace specialize {

struct Options {
    Verb verb = Verb::write;
    std::string spec_file;
    std::string topic;    ///< of explain: a code or FILE:LINE; of help: a verb
    std::string output;   ///< -o; else the spec's name with .o, of fill the standard output
    std::string html;     ///< --html
    std::string profile;  ///< --profile: callgrind's, of the general code
    std::string measured; ///< --measured: of the specialised program
    std::vector<std::string> records; ///< --from: of captured values
    double least_gain = 1.05;         ///< --least-gain
    uint64_t opening = 400'000;       ///< --opening: of a session, as runtime/README.md measures it
    bool is_alone = false;            ///< --alone
    bool is_replaced = false;         ///< --replace
    bool json = false;                ///< --format json
    std::vector<std::string> command; ///< the compiler and its arguments
};

/// A command line that cannot be understood: exit status 2.
struct UsageError {
    Verb verb = Verb::write; ///< whose help says more
    std::string message;
};

/// Reads the words after the program's name.
std::variant<Options, UsageError> parse_options(std::vector<std::string> const& words);

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// The compiler's command after `--`: which sources, with which flags.
#pragma once

#include <rewrite/command/command.hpp>
#include <rewrite/text/diagnostic.hpp>

#include <optional>
#include <string>
#include <vector>

namespace specialize {

struct Source {
    std::string file;
    rewrite::Language language = rewrite::Language::c;
};

struct Build {
    std::vector<Source> sources;
    std::vector<std::string> reading_flags; ///< what clang needs to read the sources
    std::vector<std::string> code_flags;    ///< what it needs to write machine code: -O, -m, -f
    bool wants_debug_information = false;
    std::string clang; ///< the program that compiles
};

/// Reads the command of gcc, g++, clang or clang++; flags that clang does not know are left out.
/// Nothing: refused (S0401, S0403).
std::optional<Build> build_of(std::vector<std::string> const& command,
                              rewrite::Diagnostics& diagnostics);

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// What only the user's compiler itself can say about itself.
#pragma once

#include "command.hpp"

namespace rewrite {

struct CompilerFacts {
    std::string target;                      ///< as "x86_64-linux-gnu"; empty: it did not answer
    std::vector<std::string> system_folders; ///< its own, in order; none with -nostdinc
    std::string macros;                      ///< `#define` lines of its predefined macros
};

/// Runs the compiler once on empty input, with those of the command's flags that change the
/// answer; the answer is kept for the life of the process.
CompilerFacts const& ask_compiler(CompilerCommand const& command);

} // namespace rewrite

// SPDX-License-Identifier: BSD-2-Clause
// What a profile of callgrind tells: instructions by line, calls of functions and what they cost.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace specialize {

/// The sums of a file `callgrind.out.<pid>`. (Valgrind's manual, Callgrind Format Specification.)
struct CallProfile {
    struct Calls {
        uint64_t number = 0;
        uint64_t inclusive = 0; ///< instructions, with those of all that was called
    };

    /// Instructions of a line itself, by its number and then by file: names of files are shortened
    /// in several ways, so that nobody can look one up.
    std::map<unsigned, std::map<std::string, uint64_t>> lines;
    /// By the name of the function that was called; C++ names as callgrind writes them.
    std::map<std::string, Calls> functions;

    /// Calls of a function by its symbol or its readable name, with or without parameters.
    std::optional<Calls> calls_of(std::string_view symbol) const;
};

/// Reads a profile. None if the text is not one, or damaged: then `mistake` says what and where.
std::optional<CallProfile> read_call_profile(std::string_view text, std::string& mistake);

} // namespace specialize

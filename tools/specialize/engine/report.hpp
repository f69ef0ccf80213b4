// SPDX-License-Identifier: BSD-2-Clause
// What the evaluator says about a version: what became known, what is left, and why.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace specialize {

/// One link of a chain of reasons: `text` about the code at the place.
struct Why {
    std::string function;
    std::string file;
    unsigned line = 0;
    unsigned column = 0;
    std::string text;
};

/// How the instructions of one source line fared, over all the times they were followed.
struct LineCount {
    std::string file;
    unsigned line = 0;
    std::size_t known = 0; ///< evaluated: nothing of them is left
    std::size_t left = 0;  ///< in the version, or in calls that it makes
    std::vector<Why> why;  ///< for one that is left, from it to the cause; empty if none is left
    /// Whether something was evaluated only because of facts that are tested at each call, and the
    /// numbers of those without which alone it would not have been.
    bool is_guarded = false;
    std::vector<int> relies_on = {};
};

/// Where code stayed general because there was too much of it.
struct MetLimit {
    std::string name;      ///< as specs write it
    std::size_t value = 0; ///< what it is
    std::vector<Why> why;  ///< from the place to the cause of what is not known there
};

/// What a version became.
struct Report {
    std::vector<LineCount> lines; ///< sorted by file and line
    std::size_t followed = 0;     ///< instructions that were followed
    std::size_t code_before = 0;  ///< instructions of the functions that were followed, each once
    std::size_t code_after = 0;   ///< instructions of the version
    std::size_t code_of_guard = 0;
    bool limit_reached = false;   ///< of all work: what comes after it stayed general
    std::vector<MetLimit> limits; ///< first the one that ended all
    std::vector<int> tested;      ///< numbers of the facts that the guard tests
    unsigned separations = 0;     ///< pairs of objects that the guard tests to lie apart
};

} // namespace specialize

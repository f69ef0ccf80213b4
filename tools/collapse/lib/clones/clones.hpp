// SPDX-License-Identifier: BSD-2-Clause
// Clones for classes behind parameters: found, written, and given up where they do not fit.
#pragma once

#include "clone_text.hpp"

#include <rewrite/meaning/meaning.hpp>
#include <rewrite/text/diagnostic.hpp>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace collapse {

/// A function of which there are clones, and the places of the user's sources that it covers.
struct ClonedFunction {
    clang::FunctionDecl const* function = nullptr;                ///< as it is written
    std::vector<std::pair<rewrite::Place, rewrite::Place>> spans; ///< first and last of each text
};

/// What a unit can have no clones of: an optional clone never refuses a unit.
struct CloneLimits {
    bool none = false;
    std::set<clang::FunctionDecl const*> without;
    std::vector<std::string> remarks; ///< why, for --verbose
};

/// What was written.
struct Clones {
    std::vector<ClonedFunction> functions;
    std::vector<std::string> summary; ///< a line for each clone
    std::vector<std::string> remarks; ///< a line for each function that has none, and why
    std::set<clang::CXXRecordDecl const*> to_declare;
};

/// Adds the edits for all clones that the plan's final classes ask for, and what names may mean in
/// them. `types` knows the classes that are flattened.
Clones write_clones(rewrite::Unit const& unit, ConcreteTypes const& types,
                    CloneLimits const& limits, CloneText& text, rewrite::Images& images);

/// The next attempt after one with `functions` cloned ended with `findings`: without those in which
/// a finding stands, and if there are none, without clones.
CloneLimits narrowed(CloneLimits limits, std::vector<ClonedFunction> const& functions,
                     rewrite::Diagnostics const& findings);

} // namespace collapse

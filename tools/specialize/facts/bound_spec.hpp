// SPDX-License-Identifier: BSD-2-Clause
// A spec with its entries found in the sources.
#pragma once

#include <specialize/source/compile.hpp>
#include <specialize/source/functions.hpp>
#include <specialize/spec/spec.hpp>

#include <map>

namespace specialize {

/// An entry and the function that it means.
struct BoundEntry {
    Entry const* entry = nullptr;
    size_t source = 0; ///< index of the source that defines the function
    Function function; ///< its parameters have the names of the entry
};

/// Each source's functions.
using SourceFunctions = std::vector<std::vector<Function>>;

/// Finds every entry. What is not found, or is no function that can be specialised, is refused
/// (S0129, S0130, S0131, S0141); whether types fit is for clang to say.
std::vector<BoundEntry> bind_entries(Spec const& spec, SourceFunctions const& functions,
                                     rewrite::Diagnostics& diagnostics);

} // namespace specialize

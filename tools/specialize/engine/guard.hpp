// SPDX-License-Identifier: BSD-2-Clause
// The test, at each call, of what a version takes for known and nothing else proves.
#pragma once

#include "facts.hpp"

#include <utility>
#include <vector>

namespace specialize {

/// Two objects that must not overlap: what is known of the first would not survive writes to the
/// second.
using Apart = std::pair<Object*, Object*>;
std::vector<Apart> objects_to_keep_apart(Objects& objects);
/// Pairs that need no test, as it is promised that one of them overlaps nothing.
std::vector<Apart> objects_stated_apart(Objects& objects);

/// Writes the guard of a version; null if there is nothing to test. `tested` gets the numbers of
/// the facts that it tests.
llvm::Function* write_guard(llvm::Function& version, Objects const& objects, Facts const& facts,
                            std::vector<Apart> const& apart, std::vector<int>& tested);

} // namespace specialize

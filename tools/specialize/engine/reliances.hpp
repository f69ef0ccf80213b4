// SPDX-License-Identifier: BSD-2-Clause
// What was evaluated only because facts hold that the guard tests.
#pragma once

#include "reasons.hpp"
#include "specialize.hpp"

namespace specialize {

/// Follows the entry again: without all the tested facts, and without each of them. What is
/// evaluated in the first run too rests on no test. All else does, and on each fact without which
/// alone it is not evaluated any more; on none by itself where one makes up for the other. That
/// nothing is missed follows from the evaluator: it takes for known what it is given, and no run is
/// given what it leaves out. `facts` is the facts function, `all` the run with all facts.
Reliances find_reliances(llvm::Function& entry, llvm::Function& facts,
                         std::vector<int> const& tested, Reasons const& all, Limits const& limits);

} // namespace specialize

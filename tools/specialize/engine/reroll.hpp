// SPDX-License-Identifier: BSD-2-Clause
// Re-rolls loops: iterations that differ only in positions become a loop again.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace specialize {

/// Following a loop iteration by iteration finds out what all its iterations know; where what is
/// left of the iterations differs only by steps of addresses and numbers, a loop over a counter is
/// the same and smaller, and LLVM can make vectors of it. Runs of stores are found, with the loads
/// and the arithmetic that they need, in one block; `least` is the number of iterations from which
/// it pays. Returns whether anything changed.
bool reroll(llvm::Function& function, unsigned least = 8);

} // namespace specialize

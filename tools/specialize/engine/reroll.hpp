// SPDX-License-Identifier: BSD-2-Clause
// Makes loops again of turns that differ in nothing but positions.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace specialize {

/// Following a loop turn by turn finds out what all its turns know; where what is left of the
/// turns differs only by steps of addresses and numbers, a loop over a counter is the same and
/// smaller, and LLVM can make vectors of it. Runs of stores are found, with the loads and the
/// arithmetic that they need, in one block; `least` is the number of turns from which it pays.
/// Returns whether anything changed.
bool reroll(llvm::Function& function, unsigned least = 8);

} // namespace specialize

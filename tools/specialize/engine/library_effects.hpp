// SPDX-License-Identifier: BSD-2-Clause
// What functions of the C library write, where LLVM does not know it.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace specialize {

/// Whether this is a library function that writes nothing of the program's objects but what it is
/// handed, keeps no pointer, and does not call back. Functions that wait for others, and so let
/// their writes be seen, or let signals through, are not among them. (They do write `errno`, whose
/// contents the evaluator never knows.)
bool writes_only_arguments(llvm::Function const& function);

} // namespace specialize

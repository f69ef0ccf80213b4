// SPDX-License-Identifier: BSD-2-Clause
// Evaluates one instruction without memory: arithmetic, comparisons, casts, addresses, aggregates.
#pragma once

#include "objects.hpp"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instruction.h>

namespace specialize {

struct Folded {
    Abstract value;
    /// If the value is not known wholly: the operand that the result is equal to, if it is one.
    llvm::Value const* same_as = nullptr;
};

using ValueOf = llvm::function_ref<Abstract(llvm::Value const&)>;

/// What is known of the result. Where folding would be undefined behaviour nothing is known.
Folded fold(llvm::Instruction const& instruction, ValueOf value_of, Objects& objects);

} // namespace specialize

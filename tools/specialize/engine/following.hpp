// SPDX-License-Identifier: BSD-2-Clause
// Following an entry from facts, before what comes out is cleaned up.
#pragma once

#include "declare.hpp"
#include "facts.hpp"
#include "machine.hpp"

namespace specialize {

/// Parameters of the entry in machine code that its facts function does not have: of a result in
/// memory.
unsigned hidden_parameters(llvm::Function const& facts, llvm::Function const& entry);

/// One run of the evaluator: the function that it has written, and what it has met.
struct Following {
    /// Makes a function `name` in the entry's module.
    Following(llvm::Function& entry, llvm::StringRef name, Facts const& facts, Objects& objects,
              Limits const& limits);

    Residual residual;
    Reasons reasons;
    Machine machine;
};

} // namespace specialize

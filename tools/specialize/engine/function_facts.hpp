// SPDX-License-Identifier: BSD-2-Clause
// What the evaluator asks about a function's code again and again: numbers, liveness, loops.
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <memory>
#include <string>
#include <vector>

namespace specialize {

class FunctionFacts {
public:
    explicit FunctionFacts(llvm::Function& function);

    llvm::Function& function() const { return function_; }
    /// Parameters and instructions, in order.
    unsigned number(llvm::Value const& value) const { return numbers_.lookup(&value); }
    llvm::Value& value(unsigned number) const { return *values_[number]; }
    /// The values that are needed from `start` on: the first instruction of a block after its
    /// phis, which count as needed, or one after a call.
    llvm::BitVector const& live_at(llvm::Instruction const& start) const;
    llvm::LoopInfo const& loops() const { return loops_; }

private:
    void find_liveness();
    void step_back(llvm::Instruction const& instruction, llvm::BitVector& live) const;

    llvm::Function& function_;
    llvm::DominatorTree dominators_;
    llvm::LoopInfo loops_;
    llvm::DenseMap<llvm::Value const*, unsigned> numbers_;
    std::vector<llvm::Value*> values_;
    llvm::DenseMap<llvm::BasicBlock const*, llvm::BitVector> live_out_;
    mutable llvm::DenseMap<llvm::Instruction const*, std::unique_ptr<llvm::BitVector>> live_;
};

/// Why calls of the function cannot be followed; empty if they can.
std::string obstacle_in(llvm::Function const& function);

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// The version as it is being written: its blocks, the values in them, and addresses of objects.
#pragma once

#include "objects.hpp"

#include <llvm/IR/IRBuilder.h>

#include <utility>
#include <vector>

namespace specialize {

/// Values that the version computes go through a slot of their own, a local variable, from block
/// to block; LLVM's SROA makes registers of them in the end. A value is distinguished by the call
/// that it belongs to (Context::place) and the value of the program that it is a copy of.
class Residual {
public:
    explicit Residual(llvm::Function& version);

    llvm::Function& version() const { return version_; }
    llvm::BasicBlock* add_block(llvm::StringRef name);
    /// From here on code is written at the end of `block`.
    void begin(llvm::BasicBlock& block);
    /// Where the version starts.
    void start_at(llvm::BasicBlock& first);
    llvm::IRBuilder<>& build() { return builder_; }

    llvm::Value* base(Object& object);
    /// A known value as the version sees it.
    llvm::Value* materialise(Abstract const& value, llvm::Type* type);

    void define(Context const& place, llvm::Value const& original, llvm::Value* copy);
    llvm::Value* value(Context const& place, llvm::Value const& original);

    /// Tells that the instruction reaches into this object and no other.
    void accesses(llvm::Instruction& instruction, Object& object) {
        accesses_.emplace_back(&instruction, &object);
    }
    using Access = std::pair<llvm::WeakTrackingVH, Object*>;
    std::vector<Access> const& accesses() const { return accesses_; }

private:
    using Key = std::pair<Context const*, llvm::Value const*>;

    llvm::AllocaInst* slot(Key key, llvm::Type* type);

    llvm::Function& version_;
    llvm::BasicBlock* entry_;
    llvm::IRBuilder<> builder_;
    llvm::DenseMap<Key, llvm::AllocaInst*> slots_;
    llvm::DenseMap<Key, llvm::Value*> here_; ///< in the block that is being written
    std::vector<Access> accesses_;
};

} // namespace specialize

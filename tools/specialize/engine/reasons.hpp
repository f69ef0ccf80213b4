// SPDX-License-Identifier: BSD-2-Clause
// Keeps count of what became known and what is left, and the first reason for each that is left.
#pragma once

#include "report.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/Instruction.h>

#include <string>
#include <vector>

namespace specialize {

/// Why a value is not known: because of another one, or for a reason in words.
struct Cause {
    llvm::Value const* because = nullptr;
    std::string text;
};

/// Instructions of which nothing is left, in whatever way they were reached.
using Evaluated = llvm::DenseSet<llvm::Instruction const*>;

/// Evaluated instructions that rest on tested facts, and the numbers of those facts that each of
/// them needs (see reliances.hpp).
using Reliances = llvm::DenseMap<llvm::Instruction const*, std::vector<int>>;

class Reasons {
public:
    void known(llvm::Instruction const& instruction) { ++counts_[&instruction].known; }
    /// The first cause stands; later ones are counted only.
    void left(llvm::Instruction const& instruction, Cause cause);
    /// Of a parameter, whose value is not stated or not the same for all calls.
    void left(llvm::Argument const& parameter, Cause cause) {
        causes_.try_emplace(&parameter, std::move(cause));
    }

    /// Why something is left, from there to the cause; only the place if it is not.
    std::vector<Why> why(llvm::Instruction const& instruction) const;

    Evaluated evaluated() const;
    std::vector<LineCount> lines(Reliances const& reliances) const;
    std::size_t followed() const;

private:
    struct Count {
        std::size_t known = 0;
        std::size_t left = 0;
    };

    std::vector<Why> chain_from(llvm::Instruction const& instruction) const;

    llvm::MapVector<llvm::Instruction const*, Count> counts_;
    llvm::DenseMap<llvm::Value const*, Cause> causes_;
};

} // namespace specialize

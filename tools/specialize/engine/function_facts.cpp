// SPDX-License-Identifier: BSD-2-Clause
// Liveness by the usual backward iteration; what stands in the way of following a function.
#include "function_facts.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace specialize {

FunctionFacts::FunctionFacts(llvm::Function& function)
    : function_(function), dominators_(function), loops_(dominators_) {
    auto const add = [&](llvm::Value& value) {
        numbers_[&value] = static_cast<unsigned>(values_.size());
        values_.push_back(&value);
    };
    for (auto& parameter : function.args())
        add(parameter);
    for (auto& instruction : llvm::instructions(function))
        add(instruction);
    find_liveness();
}

void FunctionFacts::step_back(llvm::Instruction const& instruction, llvm::BitVector& live) const {
    live.reset(number(instruction));
    if (llvm::isa<llvm::PHINode>(instruction)) return;
    for (llvm::Value const* const operand : instruction.operands())
        if (auto const found = numbers_.find(operand); found != numbers_.end())
            live.set(found->second);
}

void FunctionFacts::find_liveness() {
    llvm::DenseMap<llvm::BasicBlock const*, llvm::BitVector> live_in;
    auto const count = static_cast<unsigned>(values_.size());
    for (auto const& block : function_) {
        live_in[&block].resize(count);
        live_out_[&block].resize(count);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (llvm::BasicBlock const* const block : llvm::post_order(&function_)) {
            llvm::BitVector live(count);
            for (llvm::BasicBlock const* const next : llvm::successors(block)) {
                live |= live_in[next];
                for (llvm::PHINode const& phi : next->phis())
                    if (auto const found = numbers_.find(phi.getIncomingValueForBlock(block));
                        found != numbers_.end())
                        live.set(found->second);
            }
            live_out_[block] = live;
            for (llvm::Instruction const& instruction : llvm::reverse(*block))
                step_back(instruction, live);
            if (live == live_in[block]) continue;
            live_in[block] = std::move(live);
            changed = true;
        }
    }
}

llvm::BitVector const& FunctionFacts::live_at(llvm::Instruction const& start) const {
    auto& live = live_[&start];
    if (live) return *live;
    live = std::make_unique<llvm::BitVector>(live_out_.lookup(start.getParent()));
    for (llvm::Instruction const& instruction : llvm::reverse(*start.getParent())) {
        step_back(instruction, *live);
        if (&instruction == &start) break;
    }
    for (llvm::PHINode const& phi : start.getParent()->phis()) {
        bool const used_later = llvm::any_of(phi.users(), [&](llvm::User const* user) {
            auto const* const by = llvm::cast<llvm::Instruction>(user);
            return by->getParent() != start.getParent() || llvm::isa<llvm::PHINode>(by) ||
                   !by->comesBefore(&start);
        });
        if (used_later) live->set(number(phi));
    }
    return *live;
}

namespace {

std::string obstacle_in(llvm::Instruction const& instruction) {
    if (auto const* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (!variable->isStaticAlloca() || variable->isSwiftError())
            return "it has a variable of a size that is known at run time only";
    if (llvm::isa<llvm::IndirectBrInst, llvm::CallBrInst>(instruction))
        return "it jumps to an address";
    if (instruction.isEHPad() && !llvm::isa<llvm::LandingPadInst>(instruction))
        return "it handles exceptions in funclets";
    if (auto const* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        if (call->hasFnAttr(llvm::Attribute::ReturnsTwice)) return "it calls a kind of setjmp";
        if (llvm::isa<llvm::VAStartInst>(call)) return "it reads a variable list of arguments";
        if (call->hasOperandBundles() && !llvm::isa<llvm::AssumeInst>(call))
            return "a call in it has operand bundles";
    }
    return {};
}

} // namespace

std::string obstacle_in(llvm::Function const& function) {
    if (function.isDeclaration()) return "its body is not among the sources";
    if (function.isInterposable()) return "another definition may take its place when linking";
    if (function.hasFnAttribute(llvm::Attribute::Naked)) return "it is naked";
    if (function.hasFnAttribute(llvm::Attribute::StrictFP)) return "its floating point is strict";
    if (function.hasFnAttribute(llvm::Attribute::PresplitCoroutine)) return "it is a coroutine";
    for (llvm::Instruction const& instruction : llvm::instructions(function))
        if (std::string reason = obstacle_in(instruction); !reason.empty()) return reason;
    return {};
}

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Compares the expressions that neighbouring stores write, and puts a loop in the place of a run.
#include "reroll.hpp"

#include <llvm/ADT/Hashing.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace specialize {
namespace {

/// A number in an expression that may step from iteration to iteration: an offset or a constant.
using Steps = std::vector<int64_t>;

/// A store with all that it computes from memory, constants and values of elsewhere. Two whose
/// shapes are equal differ in `numbers` only.
struct Expression {
    llvm::StoreInst* store = nullptr;
    std::vector<uintptr_t> shape;
    Steps numbers;
    std::vector<llvm::Instruction*> parts; ///< operands before users; the store last
    llvm::SmallVector<llvm::LoadInst*, 2> loads;
};

class Reader {
public:
    Reader(llvm::DataLayout const& layout, Expression& expression)
        : layout_(layout), expression_(expression) {}

    /// Whether the expression can be an iteration of a loop.
    bool read(llvm::StoreInst& store) {
        expression_.store = &store;
        if (!store.isSimple()) return false;
        if (!value(*store.getValueOperand(), store)) return false;
        address(*store.getPointerOperand());
        attributes(store);
        expression_.parts.push_back(&store);
        return true;
    }

private:
    void say(uintptr_t word) { expression_.shape.push_back(word); }
    void say(void const* pointer) { say(reinterpret_cast<uintptr_t>(pointer)); }

    void attributes(llvm::Instruction const& access) {
        say(access.getMetadata(llvm::LLVMContext::MD_alias_scope));
        say(access.getMetadata(llvm::LLVMContext::MD_noalias));
    }

    void address(llvm::Value& pointer) {
        llvm::APInt offset(64, 0);
        say(pointer.stripAndAccumulateConstantOffsets(layout_, offset, true));
        expression_.numbers.push_back(offset.getSExtValue());
    }

    bool value(llvm::Value& operand, llvm::Instruction& user) {
        if (auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&operand);
            number != nullptr && number->getBitWidth() <= 64) {
            say(number->getType());
            expression_.numbers.push_back(number->getSExtValue());
            return true;
        }
        auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&operand);
        bool const inside = instruction != nullptr &&
                            instruction->getParent() == user.getParent() &&
                            instruction->hasOneUse() && can_be_part(*instruction);
        if (!inside) {
            say(&operand);
            return true;
        }
        say(instruction->getOpcode());
        say(instruction->getType());
        if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
            address(*load->getPointerOperand());
            attributes(*load);
            expression_.loads.push_back(load);
        } else {
            say(instruction->getNumOperands());
            for (llvm::Use& each : instruction->operands())
                if (!value(*each.get(), *instruction)) return false;
        }
        expression_.parts.push_back(instruction);
        return expression_.parts.size() < most_parts;
    }

    static bool can_be_part(llvm::Instruction const& instruction) {
        if (auto const* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
            return load->isSimple();
        if (auto const* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
            return call->getIntrinsicID() == llvm::Intrinsic::bswap;
        return instruction.isCast() || instruction.isBinaryOp();
    }

    static constexpr std::size_t most_parts = 64;

    llvm::DataLayout const& layout_;
    Expression& expression_;
};

/// Iterations of a loop: from `first` on, `iterations` times `period` expressions.
struct Repetition {
    std::size_t first = 0;
    std::size_t period = 0;
    std::size_t iterations = 0;
};

using Expressions = std::vector<Expression>;

/// How far the numbers of one expression are from those of another of the same shape.
std::optional<Steps> step_between(Expression const& from, Expression const& to) {
    if (from.shape != to.shape) return std::nullopt;
    Steps steps;
    for (std::size_t i = 0; i < from.numbers.size(); ++i)
        steps.push_back(to.numbers[i] - from.numbers[i]);
    return steps;
}

/// The longest run with this period that begins here.
Repetition run_at(Expressions const& all, std::size_t first, std::size_t period) {
    Repetition run{first, period, 1};
    std::vector<Steps> steps;
    for (std::size_t i = 0; i < period; ++i) {
        if (first + period + i >= all.size()) return run;
        auto const step = step_between(all[first + i], all[first + period + i]);
        if (!step) return run;
        steps.push_back(*step);
    }
    for (std::size_t next = first + period; next + period <= all.size(); next += period) {
        for (std::size_t i = 0; i < period; ++i)
            if (step_between(all[next - period + i], all[next + i]) != steps[i]) return run;
        ++run.iterations;
    }
    return run;
}

/// Sequences of stores that nothing else that touches memory comes between, and whose loads stand
/// after the store before: such can be taken iteration by iteration.
std::vector<Expressions> sequences_in(llvm::BasicBlock& block) {
    llvm::DataLayout const& layout = block.getModule()->getDataLayout();
    std::vector<Expressions> sequences(1);
    llvm::SmallPtrSet<llvm::Instruction*, 8> pending;
    for (llvm::Instruction& instruction : block) {
        auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
        if (store == nullptr) {
            if (llvm::isa<llvm::LoadInst>(instruction))
                pending.insert(&instruction);
            else if (instruction.mayReadOrWriteMemory())
                sequences.emplace_back();
            continue;
        }
        Expression expression;
        bool const good = Reader(layout, expression).read(*store);
        bool const fresh = pending.size() == expression.loads.size() &&
                           llvm::all_of(expression.loads, [&](llvm::LoadInst* load) {
                               return pending.contains(load);
                           });
        pending.clear();
        if (!good || !fresh) sequences.emplace_back();
        if (good && fresh) sequences.back().push_back(std::move(expression));
    }
    return sequences;
}

/// Writes the loop for a run.
class Writer {
public:
    Writer(Expressions const& all, Repetition const& run) : all_(all), run_(run) {}

    void write() {
        llvm::StoreInst* const last = all_[run_.first + run_.period * run_.iterations - 1].store;
        llvm::BasicBlock* const before = last->getParent();
        llvm::BasicBlock* const after = llvm::SplitBlock(before, last->getNextNode());
        auto* const loop = llvm::BasicBlock::Create(before->getContext(), "iterations",
                                                    before->getParent(), after);
        before->getTerminator()->setSuccessor(0, loop);
        builder_.SetInsertPoint(loop);
        auto* const counter = builder_.CreatePHI(builder_.getInt64Ty(), 2, "iteration");
        counter->addIncoming(builder_.getInt64(0), before);
        iteration_ = counter;
        for (std::size_t i = 0; i < run_.period; ++i)
            write(i);
        auto* const next = builder_.CreateNUWAdd(counter, builder_.getInt64(1));
        counter->addIncoming(next, loop);
        builder_.CreateCondBr(builder_.CreateICmpEQ(next, builder_.getInt64(run_.iterations)),
                              after, loop);
        for (llvm::PHINode& phi : after->phis())
            phi.replaceIncomingBlockWith(before, loop);
        erase();
    }

private:
    Expression const& of(std::size_t iteration, std::size_t index) const {
        return all_[run_.first + iteration * run_.period + index];
    }

    /// The next number of the expression, as it is in this iteration.
    llvm::Value* number(llvm::Type* type) {
        int64_t const start = expression_->numbers[number_];
        int64_t const step = later_->numbers[number_] - start;
        ++number_;
        auto* const first = llvm::ConstantInt::getSigned(type, start);
        if (step == 0) return first;
        llvm::Value* const iterations = builder_.CreateZExtOrTrunc(iteration_, type);
        llvm::Value* const distance =
            builder_.CreateMul(iterations, llvm::ConstantInt::getSigned(type, step));
        return builder_.CreateAdd(first, distance);
    }

    llvm::Value* address(llvm::Value& pointer) {
        llvm::APInt offset(64, 0);
        llvm::DataLayout const& layout = all_.front().store->getModule()->getDataLayout();
        llvm::Value* const base = pointer.stripAndAccumulateConstantOffsets(layout, offset, true);
        return builder_.CreatePtrAdd(base, number(builder_.getInt64Ty()));
    }

    llvm::Value* value(llvm::Value& operand) {
        if (auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(&operand);
            constant != nullptr && constant->getBitWidth() <= 64)
            return number(constant->getType());
        auto* const part = llvm::dyn_cast<llvm::Instruction>(&operand);
        if (part == nullptr || !llvm::is_contained(expression_->parts, part)) return &operand;
        llvm::Instruction* const copy = part->clone();
        if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(copy)) {
            load->setOperand(0, address(*part->getOperand(0)));
            load->setAlignment(least_alignment(
                [&](Expression const& iteration) { return iteration.loads[load_]->getAlign(); }));
            ++load_;
        } else {
            copy->dropPoisonGeneratingFlags();
            for (llvm::Use& use : copy->operands())
                use.set(value(*use.get()));
        }
        return builder_.Insert(copy);
    }

    void write(std::size_t index) {
        expression_ = &of(0, index);
        later_ = &of(1, index);
        index_ = index;
        number_ = 0;
        load_ = 0;
        llvm::Instruction* const copy = expression_->store->clone();
        llvm::Value* const stored = value(*expression_->store->getValueOperand());
        copy->setOperand(0, stored);
        copy->setOperand(1, address(*expression_->store->getPointerOperand()));
        llvm::cast<llvm::StoreInst>(copy)->setAlignment(least_alignment(
            [](Expression const& iteration) { return iteration.store->getAlign(); }));
        builder_.Insert(copy);
    }

    /// The least of all iterations.
    llvm::Align
    least_alignment(llvm::function_ref<llvm::Align(Expression const&)> of_iteration) const {
        llvm::Align least = of_iteration(of(0, index_));
        for (std::size_t iteration = 1; iteration < run_.iterations; ++iteration)
            least = std::min(least, of_iteration(of(iteration, index_)));
        return least;
    }

    void erase() {
        for (std::size_t i = run_.period * run_.iterations; i-- > 0;)
            for (llvm::Instruction* const part : llvm::reverse(all_[run_.first + i].parts))
                part->eraseFromParent();
    }

    Expressions const& all_;
    Repetition run_;
    llvm::IRBuilder<> builder_{all_.front().store->getContext()};
    llvm::Value* iteration_ = nullptr;
    Expression const* expression_ = nullptr;
    Expression const* later_ = nullptr;
    std::size_t index_ = 0;  ///< of the expression in its iteration
    std::size_t number_ = 0; ///< the next in `numbers`
    std::size_t load_ = 0;   ///< the next in `loads`
};

/// The run that saves most in a sequence; no iterations if there is none worth it.
Repetition best_run(Expressions const& all, unsigned least) {
    static constexpr std::size_t longest_period = 8;
    for (std::size_t first = 0; first < all.size(); ++first)
        for (std::size_t period = 1; period <= longest_period; ++period) {
            Repetition const run = run_at(all, first, period);
            if (run.iterations >= least) return run;
        }
    return {};
}

bool reroll_block(llvm::BasicBlock& block, unsigned least) {
    for (Expressions const& sequence : sequences_in(block)) {
        Repetition const run = best_run(sequence, least);
        if (run.iterations == 0) continue;
        Writer(sequence, run).write();
        return true;
    }
    return false;
}

} // namespace

bool reroll(llvm::Function& function, unsigned least) {
    bool changed = false;
    for (bool again = true; again;) {
        again = false;
        for (llvm::BasicBlock& block : function)
            if (reroll_block(block, least)) {
                again = changed = true;
                break;
            }
    }
    return changed;
}

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Branches, iterations of loops, and the points where versions of code begin.
#include "machine.hpp"

#include <llvm/IR/CFG.h>

#include <optional>

namespace specialize {
namespace {

/// A number that the block has of the one before it, if it is a constant there.
std::optional<llvm::APInt> number_by_edge(llvm::Value const& value, llvm::BasicBlock const& block,
                                          llvm::BasicBlock const& from) {
    auto const* const phi = llvm::dyn_cast<llvm::PHINode>(&value);
    if (phi == nullptr || phi->getParent() != &block) return std::nullopt;
    auto const* const number =
        llvm::dyn_cast<llvm::ConstantInt>(phi->getIncomingValueForBlock(&from));
    return number != nullptr ? std::optional(number->getValue()) : std::nullopt;
}

/// Where a block goes after the one before it, if nothing else decides that: clang leaves scopes
/// with cleanups by such numbers. Null: something else does, or nothing is to be decided.
llvm::BasicBlock const* chosen_by_edge(llvm::BasicBlock const& block,
                                       llvm::BasicBlock const& from) {
    llvm::Instruction const& end = *block.getTerminator();
    if (auto const* const choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) {
        auto const number = number_by_edge(*choice->getCondition(), block, from);
        if (!number) return nullptr;
        auto* const value = llvm::ConstantInt::get(choice->getContext(), *number);
        return choice->findCaseValue(value)->getCaseSuccessor();
    }
    auto const* const branch = llvm::dyn_cast<llvm::BranchInst>(&end);
    if (branch == nullptr || branch->isUnconditional()) return nullptr;
    if (auto const number = number_by_edge(*branch->getCondition(), block, from))
        return branch->getSuccessor(number->isOne() ? 0 : 1);
    auto const* const test = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (test == nullptr || test->getParent() != &block) return nullptr;
    auto const number = number_by_edge(*test->getOperand(0), block, from);
    auto const* const other = llvm::dyn_cast<llvm::ConstantInt>(test->getOperand(1));
    if (!number || other == nullptr) return nullptr;
    bool const holds = llvm::ICmpInst::compare(*number, other->getValue(), test->getPredicate());
    return branch->getSuccessor(holds ? 0 : 1);
}

/// Whether this way leads out of the loop before anything else is tested. A switch of cleanups has
/// a default that is unreachable: that is no way out.
bool leads_out(llvm::Loop const& loop, llvm::BasicBlock const& from, llvm::BasicBlock const& to,
               unsigned most_steps = 8) {
    if (!loop.contains(&to)) return !llvm::isa<llvm::UnreachableInst>(to.getFirstNonPHI());
    if (&to == loop.getHeader() || most_steps == 0) return false;
    llvm::BasicBlock const* const chosen = chosen_by_edge(to, from);
    llvm::BasicBlock const* const next = chosen != nullptr ? chosen : to.getSingleSuccessor();
    return next != nullptr && leads_out(loop, to, *next, most_steps - 1);
}

/// Whether the block's end may leave the loop.
bool may_leave(llvm::Loop const& loop, llvm::BasicBlock const& block) {
    return llvm::any_of(llvm::successors(&block), [&](llvm::BasicBlock const* next) {
        return leads_out(loop, block, *next);
    });
}

/// Whether the block's end only carries out what was tested before. At the head of a loop it is a
/// test: the iteration before has decided.
bool was_tested_before(llvm::BasicBlock const& block, std::vector<Iteration> const& iterations) {
    bool const is_head = llvm::any_of(iterations, [&](Iteration const& iteration) {
        return iteration.loop->getHeader() == &block;
    });
    auto const before = llvm::predecessors(&block);
    return !is_head && !before.empty() && llvm::all_of(before, [&](llvm::BasicBlock const* from) {
        return chosen_by_edge(block, *from) != nullptr;
    });
}

} // namespace

/// Notes a test that may end a loop: whether it is known, and what it compares.
void Machine::test(llvm::Instruction const& branch, llvm::Value const& condition,
                   llvm::BasicBlock const* chosen) {
    bool const known = chosen != nullptr;
    if (known) decide(branch, *chosen);
    if (was_tested_before(*branch.getParent(), state_.top().iterations)) return;
    std::size_t compared = 0;
    auto const* const comparison = llvm::dyn_cast<llvm::CmpInst>(&condition);
    if (comparison == nullptr)
        compared = hash_value(value_of(condition));
    else
        compared = llvm::hash_combine(value_of(*comparison->getOperand(0)),
                                      value_of(*comparison->getOperand(1)));
    if (!known)
        for (Frame& frame : state_.frames)
            for (Iteration& iteration : frame.iterations)
                iteration.forked = true;
    for (Iteration& iteration : state_.top().iterations) {
        if (!may_leave(*iteration.loop, *branch.getParent())) continue;
        if (known) {
            iteration.decided = true;
            iteration.note(branch, compared);
        } else {
            iteration.open = true;
        }
    }
}

Machine::Next Machine::branch(llvm::BranchInst const& branch) {
    llvm::BasicBlock const& from = *branch.getParent();
    if (branch.isUnconditional()) return take(from, *branch.getSuccessor(0));
    llvm::Value const& condition = *branch.getCondition();
    Abstract const known = value_of(condition);
    if (known.is_constant() && llvm::isa<llvm::ConstantInt>(known.constant())) {
        reasons_.known(branch);
        auto const& to = *branch.getSuccessor(known.constant()->isOneValue() ? 0 : 1);
        test(branch, condition, &to);
        return take(from, to);
    }
    test(branch, condition, nullptr);
    ++branches_;
    reasons_.left(branch, {&condition, "branches on a value that is not known"});
    llvm::BasicBlock* const arms[] = {residual_.add_block("then"), residual_.add_block("else")};
    residual_.build().CreateCondBr(residual_of(condition), arms[0], arms[1]);
    State const before = state_;
    auto const held = held_;
    for (unsigned i = 0; i < 2; ++i) {
        held_ = held;
        auto* const truth = llvm::ConstantInt::getBool(condition.getType(), i == 0);
        take_arm(before, from, *branch.getSuccessor(i), *arms[i], &condition, Abstract::of(truth));
    }
    return nullptr;
}

Machine::Next Machine::choose(llvm::SwitchInst const& choice) {
    llvm::BasicBlock const& from = *choice.getParent();
    llvm::Value const& selector = *choice.getCondition();
    Abstract const known = value_of(selector);
    if (known.is_constant())
        if (auto const* const number = llvm::dyn_cast<llvm::ConstantInt>(known.constant())) {
            reasons_.known(choice);
            auto const& to = *choice.findCaseValue(number)->getCaseSuccessor();
            test(choice, selector, &to);
            return take(from, to);
        }
    test(choice, selector, nullptr);
    branches_ += choice.getNumCases();
    reasons_.left(choice, {&selector, "branches on a value that is not known"});
    llvm::BasicBlock* const other = residual_.add_block("default");
    auto* const copy = residual_.build().CreateSwitch(residual_of(selector), other);
    State const before = state_;
    auto const held = held_;
    for (auto const& each : choice.cases()) {
        llvm::BasicBlock* const arm = residual_.add_block("case");
        copy->addCase(const_cast<llvm::ConstantInt*>(each.getCaseValue()), arm);
        held_ = held;
        take_arm(before, from, *each.getCaseSuccessor(), *arm, &selector,
                 Abstract::of(const_cast<llvm::ConstantInt*>(each.getCaseValue())));
    }
    take_arm(before, from, *choice.getDefaultDest(), *other, nullptr, {});
    return nullptr;
}

void Machine::take_arm(State state, llvm::BasicBlock const& from, llvm::BasicBlock const& to,
                       llvm::BasicBlock& arm, llvm::Value const* bound, Abstract const& value) {
    state_ = std::move(state);
    residual_.begin(arm);
    if (bound != nullptr) bind(*bound, value);
    held_.clear();
    if (Next const next = take(from, to)) jobs_.push_back({state_, next, &arm});
}

/// On this path the value is known.
void Machine::bind(llvm::Value const& value, Abstract const& known) {
    if (!llvm::isa<llvm::Instruction, llvm::Argument>(value) || value_of(value).known()) return;
    set(state_.top(), value, known);
    for (Held const& held : held_)
        if (held.value == &value)
            state_.memory.write(*held.object, held.offset, value.getType(), known);
    if (value.getType()->isIntegerTy(1) && known.is_constant())
        bind_condition(value, known.constant()->isOneValue());
}

/// What follows from a condition: `a == 3` and true makes a 3; `a && b` and true makes both true.
void Machine::bind_condition(llvm::Value const& condition, bool truth) {
    using llvm::Instruction;
    auto const* const test = llvm::dyn_cast<Instruction>(&condition);
    if (test == nullptr) return;
    auto const constant = [&](bool value) {
        return Abstract::of(llvm::ConstantInt::getBool(condition.getType(), value));
    };
    if (auto const* const comparison = llvm::dyn_cast<llvm::ICmpInst>(test)) {
        auto const equal = truth ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::ICMP_NE;
        if (comparison->getPredicate() != equal) return;
        for (unsigned i = 0; i < 2; ++i) {
            Abstract const other = value_of(*comparison->getOperand(1 - i));
            bool const usable =
                other.is_constant() &&
                (other.constant()->isNullValue() || llvm::isa<llvm::ConstantInt>(other.constant()));
            if (usable) bind(*comparison->getOperand(i), other);
        }
        return;
    }
    if (test->getOpcode() == (truth ? Instruction::And : Instruction::Or)) {
        bind(*test->getOperand(0), constant(truth));
        bind(*test->getOperand(1), constant(truth));
        return;
    }
    auto const* const choice = llvm::dyn_cast<llvm::SelectInst>(test);
    if (choice == nullptr) return;
    Abstract const shortcut = value_of(*choice->getOperand(truth ? 2 : 1));
    if (!shortcut.is_constant() || shortcut.constant()->isOneValue() == truth) return;
    bind(*choice->getCondition(), constant(truth));
    bind(*choice->getOperand(truth ? 1 : 2), constant(truth));
}

void Machine::enter_phis(llvm::BasicBlock const& from, llvm::BasicBlock const& to) {
    struct Incoming {
        llvm::PHINode const* phi;
        Abstract value;
        llvm::Value* left;
    };
    std::vector<Incoming> all;
    for (llvm::PHINode const& phi : to.phis()) {
        llvm::Value const& value = *phi.getIncomingValueForBlock(&from);
        Abstract const known = value_of(value);
        all.push_back({&phi, known, known.known() ? nullptr : residual_of(value)});
        if (known.known())
            reasons_.known(phi);
        else
            reasons_.left(phi, {&value, "depends on a value that is not known"});
    }
    for (Incoming const& each : all) {
        set(state_.top(), *each.phi, each.value);
        if (each.left != nullptr)
            residual_.define(*state_.top().context->place, *each.phi, each.left);
    }
}

/// Notes for the innermost loop what was decided in it. A choice among several tells what kind of
/// iteration it is. One between two does so unless it asks for the end, or whether a branch on what
/// is not known went this way.
void Machine::decide(llvm::Instruction const& branch, llvm::BasicBlock const& chosen) {
    for (Frame& frame : llvm::reverse(state_.frames)) {
        if (frame.iterations.empty()) continue;
        Iteration& innermost = frame.iterations.back();
        llvm::BasicBlock const& block = *branch.getParent();
        bool const asks_for_end =
            innermost.loop->contains(&block) && may_leave(*innermost.loop, block);
        if (branch.getNumSuccessors() < 3 && (innermost.forked || asks_for_end)) return;
        innermost.choices.insert({state_.top().context->place, &branch, &chosen});
        return;
    }
}

/// Iterations after a branch on what is not known meet where the same is known at the head of the
/// loop, as the place in a program that is interpreted, whatever way led there. Where that does not
/// change, or nothing is known, they are told apart by their number.
unsigned Machine::next_number(Iteration const& last, llvm::BasicBlock const& head) {
    unsigned const position = last.forked || last.was_forked ? position_at(head) : 0;
    bool const is_new = position != 0 && position != last.position;
    return is_new ? position : last.count + 1;
}

/// Stands for what is known of the values that the block has of those before it; 0 if nothing is.
unsigned Machine::position_at(llvm::BasicBlock const& block) {
    std::vector<Abstract> known;
    for (llvm::PHINode const& phi : block.phis())
        known.push_back(value_of(phi));
    if (llvm::none_of(known, [](Abstract const& value) { return value.known(); })) return 0;
    for (llvm::Argument const& parameter : block.getParent()->args())
        known.push_back(value_of(parameter));
    auto& positions = positions_[{state_.top().context, &block}];
    auto const found = llvm::find(positions, known);
    unsigned const number = Iteration::first_position + (found - positions.begin());
    if (found == positions.end()) positions.push_back(std::move(known));
    return number;
}

/// The limit of iterations that this one has come to.
std::optional<Limit> Machine::limit_met_by(Iteration const& iteration, std::size_t kinds) const {
    bool const is_late = iteration.count >= limits_.open_iterations * kinds * kinds;
    if (iteration.forked && is_late) return &Limits::open_iterations;
    if (iteration.count >= limits_.iterations) return &Limits::iterations;
    return std::nullopt;
}

/// Keeps the list of iterations. Returns whether this is a back edge whose iteration does not
/// count: then the loop stays a loop.
bool Machine::count_iteration(llvm::BasicBlock const& from, llvm::BasicBlock const& to) {
    Frame& frame = state_.top();
    std::erase_if(frame.iterations,
                  [&](Iteration const& iteration) { return !iteration.loop->contains(&to); });
    llvm::Loop const* const loop = frame.facts->loops().getLoopFor(&to);
    if (loop == nullptr || loop->getHeader() != &to) return false;
    if (!loop->contains(&from)) {
        frame.iterations.emplace_back().loop = loop;
        return false;
    }
    for (Iteration& iteration : frame.iterations) {
        if (iteration.loop != loop) continue;
        std::size_t const kinds = iteration.kinds();
        if (iteration.number == Iteration::rest || spent()) return true;
        if (std::optional<Limit> const met = limit_met_by(iteration, kinds)) {
            meet(*met, to.front());
            if (*met == &Limits::open_iterations) iteration.number = Iteration::rest;
            return true;
        }
        unsigned const next = next_number(iteration, to);
        bool const interprets = kinds > 1 && next >= Iteration::first_position;
        if (!iteration.counts(interprets)) return true;
        iteration.begin_next(next);
        return false;
    }
    return true;
}

Machine::Next Machine::take(llvm::BasicBlock const& from, llvm::BasicBlock const& to) {
    enter_phis(from, to);
    bool const stays_loop = count_iteration(from, to);
    llvm::Instruction const& start = *to.getFirstNonPHI();
    if (to.getSinglePredecessor() != nullptr) return &start;
    auto const& iterations = state_.top().iterations;
    bool const is_among_ways = !stays_loop && !iterations.empty() && iterations.back().was_forked &&
                               iterations.back().number != Iteration::rest;
    arrive(start, stays_loop ? 1 : limits_.versions, is_among_ways ? position_at(to) : 0);
    return nullptr;
}

/// The values that a more general version wants in its own variables.
void Machine::give_up(State const& general) {
    for (std::size_t i = 0; i < state_.frames.size(); ++i) {
        Frame const& frame = state_.frames[i];
        auto const& wanted = general.frames[i].known;
        for (auto const& [number, value] : frame.known) {
            auto const found = wanted.find(number);
            if (!value.known() || (found != wanted.end() && found->second.known())) continue;
            llvm::Value const& original = frame.facts->value(number);
            residual_.define(*frame.context->place, original,
                             residual_.materialise(value, original.getType()));
        }
    }
}

/// Ends the path with a jump to the version of `start` that fits.
void Machine::arrive(llvm::Instruction const& start, std::size_t limit, unsigned position) {
    Frame& frame = state_.top();
    frame.keep_live(start);
    Point const point{frame.context, frame.iteration_numbers(), &start, position};
    auto const arrival = variants_.arrive(point, state_, limit, spent());
    Variant& variant = *arrival.variant;
    bool const is_loop = limit < limits_.versions;
    if (arrival.is_general && !is_loop && !spent()) meet(&Limits::versions, start);
    give_up(variant.state);
    if (arrival.is_new) {
        variant.block = residual_.add_block(start.getParent()->getName());
        jobs_.push_back({variant.state, &start, variant.block});
    }
    residual_.build().CreateBr(variant.block);
}

} // namespace specialize

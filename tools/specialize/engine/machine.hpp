// SPDX-License-Identifier: BSD-2-Clause
// Follows code from a state and writes what it cannot evaluate into the version.
#pragma once

#include "fold.hpp"
#include "reasons.hpp"
#include "residual.hpp"
#include "specialize.hpp"
#include "variants.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <memory>
#include <optional>
#include <set>
#include <tuple>

namespace specialize {

/// The evaluator proper: an abstract machine whose state is what is known. Its parts: machine.cpp
/// (values, and the list of what is still to follow), access.cpp (memory), calls.cpp,
/// unwinding.cpp (exceptions), control.cpp (branches, loops, and where versions of code begin).
class Machine {
public:
    Machine(Objects& objects, Residual& residual, Reasons& reasons, Limits const& limits)
        : objects_(objects), residual_(residual), reasons_(reasons), limits_(limits) {}

    /// The facts about a function, made at the first request.
    FunctionFacts const& facts_of(llvm::Function const& function);
    /// The outermost call.
    Context const* entry_context() { return context_of({}); }
    /// Follows everything from the entry's start on.
    void run(State initial);

    using MetPlace = std::pair<Limit, llvm::Instruction const*>;

    bool limit_reached() const { return limit_reached_; }
    /// Where code stayed general because of a limit, each place once: the one that ended all, and
    /// the first of others.
    std::vector<MetPlace> const& met_limits() const { return met_limits_; }
    /// Functions whose code was followed.
    std::set<llvm::Function const*> followed() const;

private:
    using Next = llvm::Instruction const*; ///< what to follow next; null: this path has ended

    struct Job {
        State state;
        llvm::Instruction const* start;
        llvm::BasicBlock* block;
    };
    /// A value that was loaded in this block, and from where: knowing one, we know the other.
    struct Held {
        llvm::Value const* value;
        Object* object;
        int64_t offset;
    };

    // machine.cpp
    Next step(llvm::Instruction const& instruction);
    Next evaluate(llvm::Instruction const& instruction);
    Abstract value_of(llvm::Value const& value) const;
    llvm::Value* residual_of(llvm::Value const& value);
    void know(llvm::Instruction const& instruction, Abstract const& value);
    void set(Frame& frame, llvm::Value const& value, Abstract const& known);
    llvm::Instruction* leave(llvm::Instruction const& instruction, Abstract const& known,
                             Cause cause);
    void copy_value(llvm::Instruction const& instruction, llvm::Value const& from);
    llvm::Instruction* copy_of(llvm::Instruction const& instruction);
    Cause cause_in(llvm::Instruction const& instruction) const;
    void escape_operands(llvm::Instruction const& instruction);
    bool spent() const { return limit_reached_; }
    void meet(Limit limit, llvm::Instruction const& place);
    void bound_work(llvm::Instruction const& instruction);

    // access.cpp
    Next variable(llvm::AllocaInst const& variable);
    Next load(llvm::LoadInst const& load);
    Next store(llvm::StoreInst const& store);
    Next atomic(llvm::Instruction const& instruction);
    Next copy_memory(llvm::MemTransferInst const& copy);
    Next fill_memory(llvm::MemSetInst const& fill);
    Next test_expectations(llvm::StoreInst const& store, Abstract const& place);
    void written(Abstract const& place, llvm::Instruction& copy, std::optional<uint64_t> bytes);
    std::optional<uint64_t> length_of(llvm::MemIntrinsic const& instruction) const;

    // calls.cpp
    Next call(llvm::CallBase const& call);
    std::optional<Next> intrinsic(llvm::IntrinsicInst const& call);
    llvm::Function* callee_of(llvm::CallBase const& call) const;
    std::string why_not_followed(llvm::CallBase const& call, llvm::Function const* callee);
    Next enter(llvm::CallBase const& call, llvm::Function& callee);
    void pass(llvm::CallBase const& call, unsigned index, Frame& frame);
    Next call_as_it_is(llvm::CallBase const& call, std::string const& reason);
    void effects_of(llvm::CallBase const& original, llvm::CallBase const& copy);
    void overwrite_from(Abstract const& place, std::set<Object*>& seen);
    Next finish(llvm::ReturnInst const& end);
    void end_variables(Frame const& frame);
    Context const* context_of(Context context);
    std::string const& obstacle_to(llvm::Function const& function);

    // unwinding.cpp
    struct Landing {
        std::size_t frame;              ///< which call goes on
        llvm::InvokeInst const* invoke; ///< of that call's function
    };
    std::optional<Landing> landing_of(llvm::CallBase const* call) const;
    llvm::LandingPadInst* write_landing_pad(Landing landing);
    void land(Landing landing, Abstract const& exception, llvm::Value* left);
    Next invoke_as_it_is(llvm::CallBase const& call, Landing landing, Abstract const& result,
                         Cause cause);
    Next after(llvm::CallBase const& call);
    Next resume(llvm::ResumeInst const& resume);
    bool adopt_personality_of(llvm::Function const& function);

    // control.cpp
    Next branch(llvm::BranchInst const& branch);
    Next choose(llvm::SwitchInst const& choice);
    Next take(llvm::BasicBlock const& from, llvm::BasicBlock const& to);
    void take_arm(State state, llvm::BasicBlock const& from, llvm::BasicBlock const& to,
                  llvm::BasicBlock& arm, llvm::Value const* bound, Abstract const& value);
    void enter_phis(llvm::BasicBlock const& from, llvm::BasicBlock const& to);
    std::optional<Limit> limit_met_by(Iteration const& iteration, std::size_t kinds) const;
    bool count_iteration(llvm::BasicBlock const& from, llvm::BasicBlock const& to);
    /// `chosen` is where it goes if that is known.
    void test(llvm::Instruction const& branch, llvm::Value const& condition,
              llvm::BasicBlock const* chosen);
    void decide(llvm::Instruction const& branch, llvm::BasicBlock const& chosen);
    unsigned next_number(Iteration const& last, llvm::BasicBlock const& head);
    unsigned position_at(llvm::BasicBlock const& block);
    void arrive(llvm::Instruction const& start, std::size_t limit, unsigned position = 0);
    void give_up(State const& general);
    void bind(llvm::Value const& value, Abstract const& known);
    void bind_condition(llvm::Value const& condition, bool truth);

    Objects& objects_;
    Residual& residual_;
    Reasons& reasons_;
    Limits const& limits_;
    State state_{{}, Memory(objects_)};
    Variants variants_;
    std::vector<Job> jobs_;
    std::vector<Held> held_;
    std::size_t followed_ = 0;
    std::size_t left_ = 0;
    std::size_t branches_ = 0;
    bool limit_reached_ = false;
    std::vector<MetPlace> met_limits_;
    /// What was known at the heads of loops, in the order of the numbers that stand for it.
    std::map<std::pair<Context const*, llvm::BasicBlock const*>, std::vector<std::vector<Abstract>>>
        positions_;
    using ContextKey = std::tuple<Context const*, llvm::CallBase const*, std::vector<unsigned>>;
    std::map<ContextKey, std::unique_ptr<Context>> contexts_;
    llvm::MapVector<llvm::Function const*, std::unique_ptr<FunctionFacts>> functions_;
    llvm::DenseMap<llvm::Function const*, std::string> obstacles_;
    /// What last made contents of an object unknown, for reasons.
    llvm::DenseMap<Object const*, llvm::Instruction const*> lost_at_;
};

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Exceptions: what a call throws lands where the calls around it, now one function, catch it.
#include "machine.hpp"

#include <llvm/IR/Constants.h>

namespace specialize {

/// Where an exception that leaves `call`, or the innermost function if it is null, lands.
std::optional<Machine::Landing> Machine::landing_of(llvm::CallBase const* call) const {
    std::size_t const top = state_.frames.size() - 1;
    if (auto const* const invoke = llvm::dyn_cast_or_null<llvm::InvokeInst>(call))
        return Landing{top, invoke};
    for (std::size_t i = top; i > 0; --i)
        if (auto const* const invoke =
                llvm::dyn_cast<llvm::InvokeInst>(state_.frames[i].context->call))
            return Landing{i - 1, invoke};
    return std::nullopt;
}

/// The landing pad with the clauses of those around it, as LLVM's inliner makes them.
llvm::LandingPadInst* Machine::write_landing_pad(Landing landing) {
    auto* const pad =
        llvm::cast<llvm::LandingPadInst>(landing.invoke->getLandingPadInst()->clone());
    pad->setDebugLoc({});
    for (std::size_t i = landing.frame; i > 0; --i) {
        auto const* const outer = llvm::dyn_cast<llvm::InvokeInst>(state_.frames[i].context->call);
        if (outer == nullptr) continue;
        llvm::LandingPadInst const& around = *outer->getLandingPadInst();
        for (unsigned clause = 0; clause < around.getNumClauses(); ++clause)
            pad->addClause(around.getClause(clause));
        if (around.isCleanup()) pad->setCleanup(true);
    }
    return residual_.build().Insert(pad);
}

/// Ends the calls that the exception leaves, and goes on after the landing pad.
void Machine::land(Landing landing, Abstract const& exception, llvm::Value* left) {
    while (state_.frames.size() > landing.frame + 1) {
        end_variables(state_.top());
        state_.frames.pop_back();
    }
    llvm::LandingPadInst const& pad = *landing.invoke->getLandingPadInst();
    set(state_.top(), pad, exception);
    if (left != nullptr) residual_.define(*state_.top().context->place, pad, left);
    llvm::BasicBlock const& from = *landing.invoke->getParent();
    enter_phis(from, *pad.getParent());
    bool const stays_loop = count_iteration(from, *pad.getParent());
    arrive(*pad.getNextNode(), stays_loop ? 1 : limits_.versions);
}

/// The call as it is where what it throws is caught: an invoke, after which code goes on.
Machine::Next Machine::invoke_as_it_is(llvm::CallBase const& call, Landing landing,
                                       Abstract const& result, Cause cause) {
    reasons_.left(call, std::move(cause));
    llvm::SmallVector<llvm::Value*> arguments;
    for (llvm::Value const* const each : call.args())
        arguments.push_back(residual_of(*each));
    llvm::BasicBlock* const goes_on = residual_.add_block("goes_on");
    llvm::BasicBlock* const lands = residual_.add_block("lands");
    auto* const copy = residual_.build().CreateInvoke(
        call.getFunctionType(), residual_of(*call.getCalledOperand()), goes_on, lands, arguments);
    copy->setAttributes(call.getAttributes());
    copy->setCallingConv(call.getCallingConv());
    effects_of(call, *copy);
    ++left_;

    State const before = state_;
    residual_.begin(*lands);
    land(landing, {}, write_landing_pad(landing));

    state_ = before;
    residual_.begin(*goes_on);
    set(state_.top(), call, result);
    if (!call.getType()->isVoidTy()) residual_.define(*state_.top().context->place, call, copy);
    return after(call);
}

/// What follows a call that has returned.
Machine::Next Machine::after(llvm::CallBase const& call) {
    auto const* const invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
    if (invoke == nullptr) return call.getNextNode();
    return take(*invoke->getParent(), *invoke->getNormalDest());
}

Machine::Next Machine::resume(llvm::ResumeInst const& resume) {
    llvm::Value const& exception = *resume.getValue();
    auto const landing = landing_of(nullptr);
    if (!landing) {
        reasons_.left(resume, {&exception, "passes an exception on"});
        residual_.build().Insert(copy_of(resume));
        return nullptr;
    }
    reasons_.known(resume);
    Abstract const value = value_of(exception);
    land(*landing, value, value.known() ? nullptr : residual_of(exception));
    return nullptr;
}

/// All that is followed shares one personality.
bool Machine::adopt_personality_of(llvm::Function const& function) {
    if (!function.hasPersonalityFn()) return true;
    llvm::Function& version = residual_.version();
    if (!version.hasPersonalityFn()) version.setPersonalityFn(function.getPersonalityFn());
    return version.getPersonalityFn() == function.getPersonalityFn();
}

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// What is known when an entry starts.
#include "following.hpp"

namespace specialize {
namespace {

State initial_state(Machine& machine, llvm::Function const& entry, Facts const& facts) {
    State state{{}, facts.memory};
    Frame frame;
    frame.context = machine.entry_context();
    frame.facts = &machine.facts_of(entry);
    for (llvm::Argument const& parameter : entry.args()) {
        Abstract const& value = facts.parameters[parameter.getArgNo()];
        if (!value.unknown()) frame.known[frame.facts->number(parameter)] = value;
    }
    state.frames.push_back(std::move(frame));
    return state;
}

} // namespace

unsigned hidden_parameters(llvm::Function const& facts, llvm::Function const& entry) {
    return entry.arg_size() - facts.arg_size() == 1 && entry.hasStructRetAttr() ? 1 : 0;
}

Following::Following(llvm::Function& entry, llvm::StringRef name, Facts const& facts,
                     Objects& objects, Limits const& limits)
    : residual(declare_like(entry, name)), machine(objects, residual, reasons, limits) {
    machine.run(initial_state(machine, entry, facts));
}

} // namespace specialize

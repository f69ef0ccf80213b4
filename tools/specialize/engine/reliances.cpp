// SPDX-License-Identifier: BSD-2-Clause
// Compares runs of the evaluator that believe fewer facts.
#include "reliances.hpp"

#include "following.hpp"

namespace specialize {
namespace {

/// What is evaluated all the same.
Evaluated evaluated_without(std::set<int> const& left_out, llvm::Function& entry,
                            llvm::Function& facts, Limits const& limits) {
    Objects objects(*entry.getParent());
    auto const read = read_facts(facts, hidden_parameters(facts, entry), objects, left_out);
    Following const following(entry, "", std::get<Facts>(read), objects, limits);
    following.residual.version().eraseFromParent();
    return following.reasons.evaluated();
}

} // namespace

Reliances find_reliances(llvm::Function& entry, llvm::Function& facts,
                         std::vector<int> const& tested, Reasons const& all, Limits const& limits) {
    Reliances reliances;
    if (tested.empty()) return reliances;
    std::set<int> const every(tested.begin(), tested.end());
    Evaluated const evaluated = all.evaluated();
    Evaluated const untested = evaluated_without(every, entry, facts, limits);
    for (llvm::Instruction const* const each : evaluated)
        if (!untested.contains(each)) reliances.try_emplace(each);
    for (int const fact : every) {
        Evaluated const others =
            every.size() == 1 ? untested : evaluated_without({fact}, entry, facts, limits);
        for (auto& [instruction, facts_of_it] : reliances)
            if (!others.contains(instruction)) facts_of_it.push_back(fact);
    }
    return reliances;
}

} // namespace specialize

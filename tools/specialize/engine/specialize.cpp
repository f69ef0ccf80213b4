// SPDX-License-Identifier: BSD-2-Clause
// From a request to a version: facts, following, the guard, and cleaning up.
#include "specialize.hpp"

#include "following.hpp"
#include "guard.hpp"
#include "join_bytes.hpp"
#include "passes.hpp"
#include "reliances.hpp"
#include "reroll.hpp"

#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

namespace specialize {
namespace {

/// Tells LLVM what the guard tests, and what is promised: accesses to objects that lie apart do not
/// alias.
void tell_apart(Residual const& residual, std::vector<Apart> const& apart) {
    if (apart.empty()) return;
    llvm::LLVMContext& context = residual.version().getContext();
    llvm::MDBuilder metadata(context);
    auto* const domain = metadata.createAnonymousAliasScopeDomain();
    std::map<Object*, llvm::MDNode*> scopes;
    std::map<Object*, std::vector<llvm::Metadata*>> others;
    for (auto const& [one, two] : apart) {
        for (Object* const each : {one, two})
            if (!scopes.contains(each))
                scopes[each] = metadata.createAnonymousAliasScope(domain, each->name);
        others[one].push_back(scopes[two]);
        others[two].push_back(scopes[one]);
    }
    for (auto const& [instruction, object] : residual.accesses()) {
        auto* const access = llvm::dyn_cast_or_null<llvm::Instruction>(&*instruction);
        if (access == nullptr || !scopes.contains(object)) continue;
        access->setMetadata(llvm::LLVMContext::MD_alias_scope,
                            llvm::MDNode::get(context, {scopes[object]}));
        access->setMetadata(llvm::LLVMContext::MD_noalias,
                            llvm::MDNode::get(context, others[object]));
    }
}

/// After changes that were not made by a pass.
void simplify(llvm::Function& function, Passes& passes) {
    passes.changed(function);
    passes.run(function, llvm::InstCombinePass(), llvm::ADCEPass());
}

void clean(llvm::Function& function, Passes& passes) {
    passes.run(function, llvm::SimplifyCFGPass(), llvm::SROAPass(llvm::SROAOptions::ModifyCFG),
               llvm::SimplifyCFGPass(), llvm::EarlyCSEPass(true), llvm::InstCombinePass());
    join_bytes(function);
    simplify(function, passes);
    // LLVM bounds the stores that it looks at in one block, so that long ones need more runs.
    for (unsigned before = ~0U; function.getInstructionCount() < before;) {
        before = function.getInstructionCount();
        passes.run(function, llvm::DSEPass(), llvm::ADCEPass());
    }
    passes.run(function, llvm::SimplifyCFGPass());
    if (reroll(function)) simplify(function, passes);
}

bool have_same_parameters(llvm::Function const& facts, llvm::Function const& entry) {
    return facts.getFunctionType()->params() ==
           entry.getFunctionType()->params().drop_front(hidden_parameters(facts, entry));
}

std::optional<Refusal> refusal_for(llvm::Function const* entry, llvm::Function const* facts,
                                   Request const& request) {
    if (entry == nullptr || entry->isDeclaration())
        return Refusal{"S0301", "no source defines `" + request.entry + "`", {}, 0};
    if (facts == nullptr || facts->isDeclaration() || !have_same_parameters(*facts, *entry))
        return Refusal{
            "S0302", "the facts of `" + request.entry + "` have other parameters", {}, 0};
    if (std::string const reason = obstacle_in(*entry); !reason.empty())
        return Refusal{"S0303", "`" + request.entry + "` cannot be followed: " + reason, {}, 0};
    return std::nullopt;
}

Report report_on(Following const& following, Reliances const& reliances, Limits const& limits) {
    Report report;
    report.lines = following.reasons.lines(reliances);
    report.followed = following.reasons.followed();
    report.limit_reached = following.machine.limit_reached();
    for (auto const& [limit, place] : following.machine.met_limits())
        report.limits.push_back(
            {std::string(name_of(limit)), limits.*limit, following.reasons.why(*place)});
    report.code_after = following.residual.version().getInstructionCount();
    for (llvm::Function const* const function : following.machine.followed())
        report.code_before += function->getInstructionCount();
    return report;
}

} // namespace

std::variant<Version, Refusal> specialize(llvm::Module& module, Request const& request,
                                          Limits const& limits) {
    llvm::Function* const entry = module.getFunction(request.entry);
    llvm::Function* const stated = module.getFunction(request.facts);
    if (auto const refusal = refusal_for(entry, stated, request)) return *refusal;

    Objects objects(module);
    auto read = read_facts(*stated, hidden_parameters(*stated, *entry), objects);
    if (auto const* const refusal = std::get_if<Refusal>(&read)) return *refusal;
    Facts const& facts = std::get<Facts>(read);

    Following const following(*entry, request.version, facts, objects, limits);
    Version result;
    result.body = &following.residual.version();
    auto const apart = objects_to_keep_apart(objects);
    std::vector<int> tested;
    result.guard = write_guard(*result.body, objects, facts, apart, tested);
    std::vector<Apart> all_apart = objects_stated_apart(objects);
    all_apart.insert(all_apart.end(), apart.begin(), apart.end());
    tell_apart(following.residual, all_apart);
    Passes passes;
    clean(*result.body, passes);
    if (result.guard != nullptr) clean(*result.guard, passes);
    Reliances reliances;
    if (request.finds_reliances)
        reliances = find_reliances(*entry, *stated, tested, following.reasons, limits);
    result.report = report_on(following, reliances, limits);
    result.report.tested = std::move(tested);
    if (result.guard != nullptr) result.report.code_of_guard = result.guard->getInstructionCount();
    result.hole_bits = facts.hole_bits;
    result.report.separations = static_cast<unsigned>(apart.size());
    return result;
}

} // namespace specialize

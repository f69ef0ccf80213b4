// SPDX-License-Identifier: BSD-2-Clause
// Walks from each base's constructors and destructor through what they call on `this`.
#include "construction_phases.hpp"

#include "stage_reach.hpp"
#include "stage_walk.hpp"

#include <algorithm>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;

namespace {

/// Whether a function that may be called at the stage differs from the final one; pure ones may
/// not.
bool has_other_functions(Hierarchy const& hierarchy, CXXRecordDecl const& stage,
                         CXXRecordDecl const& record) {
    for (CXXMethodDecl const* method : record.methods()) {
        if (!method->isVirtual() || llvm::isa<clang::CXXDestructorDecl>(method)) continue;
        CXXMethodDecl const* const runs = hierarchy.overrider_during(*method, stage);
        if (!runs->isPureVirtual() && runs != hierarchy.final_overrider(*method)) return true;
    }
    return std::ranges::any_of(record.bases(), [&](clang::CXXBaseSpecifier const& base) {
        CXXRecordDecl const* const next = base.getType()->getAsCXXRecordDecl();
        return next && has_other_functions(hierarchy, stage, *next->getDefinition());
    });
}

} // namespace

PhaseCalls find_phase_calls(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                            rewrite::Diagnostics& diagnostics) {
    PhaseCalls calls;
    std::optional<Callables> callables; // of no interest to most units
    for (Base const& base : hierarchy.bases()) {
        CXXRecordDecl const& stage = *base.record;
        if (base.decision == BaseDecision::kept || !has_other_functions(hierarchy, stage, stage))
            continue;
        size_t const refused_before = diagnostics.all().size();
        StageWalk walk(unit, hierarchy, stage, diagnostics, calls);
        for (clang::FieldDecl const* field : stage.fields())
            if (field->hasInClassInitializer() && field->getInClassInitializer())
                walk.walk(*field->getInClassInitializer());
        for (CXXMethodDecl const* method : stage.methods()) {
            if (!llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(method)) continue;
            clang::FunctionDecl const* definition = nullptr;
            if (!method->isUserProvided() || !method->hasBody(definition)) continue;
            if (auto const* const made = llvm::dyn_cast<clang::CXXConstructorDecl>(definition))
                for (clang::CXXCtorInitializer const* each : made->inits())
                    if (each->isWritten()) walk.walk(*each->getInit());
            walk.walk(*definition->getBody());
        }
        if (diagnostics.all().size() > refused_before) continue;
        if (!callables) callables = find_callables(unit);
        StageReach(unit, hierarchy, stage, *callables, walk.followed(), diagnostics).walk();
    }
    return calls;
}

} // namespace collapse

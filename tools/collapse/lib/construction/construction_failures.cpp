// SPDX-License-Identifier: BSD-2-Clause
// A constructor that fails destroys the bases that it has constructed, and `noexcept` of a base's
// constructor ends the program; a flat constructor knows of neither.
#include "construction_failures.hpp"

#include "construction_order.hpp"
#include <collapse/lib/evaluation/destruction.hpp>
#include <collapse/lib/evaluation/throwing.hpp>

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::CXXDestructorDecl;
using clang::CXXRecordDecl;

namespace {

constexpr char const* help = "declare what it calls `noexcept`, or compile with -fno-exceptions";

bool has_exceptions(MergeContext const& context) {
    return context.unit.context().getLangOpts().CXXExceptions;
}

clang::QualType type_of(ConstructionStep const& step) {
    if (!step.kept_base) return step.member->getType();
    return step.kept_base->getASTContext().getRecordType(step.kept_base);
}

bool may_fail(ConstructionStep const& step, Hierarchy const& hierarchy) {
    if (step.body) return !is_nothrow(*step.body) && may_throw(*step.body->getBody(), hierarchy);
    if (step.stability == Stability::stable) return false;
    if (step.code) return may_throw(*step.code, hierarchy);
    if (step.copied.empty()) return default_construction_may_throw(type_of(step), hierarchy);
    return copy_may_throw(type_of(step), false, hierarchy) ||
           copy_may_throw(type_of(step), true, hierarchy);
}

/// When the body of a base fails, the flat class destroys members that did not exist before.
void check_later_members(MergeContext const& context, std::vector<ConstructionStep> const& steps) {
    for (size_t body = 0; body < steps.size(); ++body) {
        if (!steps[body].body || !may_fail(steps[body], context.hierarchy)) continue;
        size_t const last = steps[body].placed_at.value_or(steps.size());
        for (size_t other = body + 1; other < last; ++other)
            if (!steps[other].body && !destruction_is_unobservable(type_of(steps[other])))
                context.diagnostics.refuse(
                    "C0408", steps[other].place,
                    "an exception may leave the body of the constructor of `" +
                        steps[body].stage->getQualifiedNameAsString() +
                        "`, and this would be destroyed then",
                    help);
    }
}

void refuse_exception(MergeContext const& context, rewrite::Place const& place,
                      CXXRecordDecl const& base) {
    context.diagnostics.refuse("C0408", place,
                               "an exception may leave this constructor after that of `" +
                                   base.getQualifiedNameAsString() +
                                   "`, whose destructor would not run then",
                               help);
}

/// Whatever may fail once the constructor of the span is through.
void check_guarded(MergeContext const& context, InitialiserWalk const& walk,
                   ConstructionSpan const& guarded, CXXConstructorDecl const* of_target) {
    for (size_t i = guarded.end; i < walk.steps().size(); ++i)
        if (may_fail(walk.steps()[i], context.hierarchy))
            refuse_exception(context, walk.steps()[i].place, *guarded.record);
    for (size_t i = guarded.end_risk; i < walk.risks().size(); ++i)
        refuse_exception(context, context.unit.place(walk.risks()[i].code->getBeginLoc()),
                         *guarded.record);
    if (of_target && of_target->getBody() && may_throw(*of_target->getBody(), context.hierarchy))
        refuse_exception(context, context.unit.place(of_target->getLocation()), *guarded.record);
}

/// An exception that ended the program must not get out now.
void check_nothrow(MergeContext const& context, InitialiserWalk const& walk,
                   ConstructionSpan const& span) {
    auto const refuse = [&](rewrite::Place const& place) {
        context.diagnostics.refuse("C0408", place,
                                   "an exception may leave this, which would end the program: the "
                                   "constructor of `" +
                                       span.record->getQualifiedNameAsString() + "` is `noexcept`",
                                   "declare the constructor of the class `noexcept`, too");
    };
    for (size_t i = span.first; i < span.end; ++i)
        if (may_fail(walk.steps()[i], context.hierarchy)) refuse(walk.steps()[i].place);
    for (size_t i = span.first_risk; i < span.end_risk; ++i)
        refuse(context.unit.place(walk.risks()[i].code->getBeginLoc()));
}

} // namespace

bool cannot_fail(MergeContext const& context, InitialiserWalk const& walk) {
    return walk.risks().empty() &&
           std::ranges::none_of(walk.steps(), [&](ConstructionStep const& step) {
               return may_fail(step, context.hierarchy);
           });
}

void check_failures(MergeContext const& context, InitialiserWalk const& walk,
                    CXXConstructorDecl const* of_target) {
    if (!has_exceptions(context)) return;
    check_later_members(context, walk.steps());
    auto const guarded = std::ranges::find_if(walk.spans(), [&](ConstructionSpan const& span) {
        return context.hierarchy.is_flattened(span.record) && runs_on_destruction(*span.record);
    });
    if (guarded != walk.spans().end()) check_guarded(context, walk, *guarded, of_target);
    if (of_target && is_nothrow(*of_target)) return;
    for (ConstructionSpan const& span : walk.spans())
        if (span.is_nothrow) check_nothrow(context, walk, span);
}

void check_failing_destructors(MergeContext const& context,
                               std::vector<CXXDestructorDecl const*> const& running) {
    if (!has_exceptions(context) || running.empty()) return;
    auto const fails = [&](CXXDestructorDecl const& destructor) {
        clang::FunctionDecl const* definition = nullptr;
        return !is_nothrow(destructor) && destructor.hasBody(definition) &&
               may_throw(*definition->getBody(), context.hierarchy);
    };
    auto const refuse = [&](CXXDestructorDecl const& destructor) {
        context.diagnostics.refuse("C0410", context.unit.place(destructor.getLocation()),
                                   "an exception may leave this destructor, after which those of "
                                   "bases would not be called",
                                   "declare what it calls `noexcept`");
    };
    CXXDestructorDecl const* const own = context.hierarchy.target().getDestructor();
    if (own && own->isUserProvided() && fails(*own)) refuse(*own);
    for (size_t i = 0; i + 1 < running.size(); ++i)
        if (fails(*running[i])) refuse(*running[i]);
}

} // namespace collapse

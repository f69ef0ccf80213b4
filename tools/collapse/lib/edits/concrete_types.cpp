// SPDX-License-Identifier: BSD-2-Clause
// Follows an expression to a member that is retyped, to a parameter, or to its own type.
#include "concrete_types.hpp"

#include <collapse/lib/evaluation/call_arguments.hpp>
#include <collapse/lib/hierarchy/find_class.hpp>

#include <rewrite/syntax/clang.hpp>
#include <rewrite/syntax/expressions.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXRecordDecl;
using clang::Expr;
using llvm::dyn_cast;

CXXRecordDecl const* referenced_class(clang::QualType type) {
    type = type.getNonReferenceType();
    if (type->isPointerType()) type = type->getPointeeType();
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    return record && record->hasDefinition() ? record->getDefinition() : record;
}

namespace {

/// Whether the function's result is what the template's argument says: `T& Wrapper<T>::get()`.
bool returns_argument(clang::CXXMethodDecl const& method) {
    clang::FunctionDecl const* const pattern = method.getTemplateInstantiationPattern();
    return pattern && pattern->getReturnType()->isDependentType();
}

} // namespace

ConcreteTypes::ConcreteTypes(rewrite::Unit const& unit, Plan const& plan) {
    for (std::string const& each : plan.sealed)
        for (CXXRecordDecl const* record : find_classes(unit.context(), "::" + each))
            final_.insert(record);
    for (PlannedReference const& each : plan.references) {
        auto const owners = find_classes(unit.context(), "::" + each.owner);
        auto const concrete = find_classes(unit.context(), "::" + each.concrete);
        if (owners.empty() || concrete.empty()) continue;
        for (clang::FieldDecl const* field : owners.front()->fields())
            if (field->getName() == each.member) retyped_[field] = concrete.front();
    }
}

void ConcreteTypes::add_target(Hierarchy const& hierarchy) {
    hierarchies_.push_back(&hierarchy);
    final_.insert(&hierarchy.target());
}

bool ConcreteTypes::stands_below(CXXRecordDecl const& concrete,
                                 CXXRecordDecl const& interface) const {
    if (!final_.contains(&concrete) || !interface.isPolymorphic()) return false;
    for (Hierarchy const* each : hierarchies_) {
        if (each->is_flattened(&interface)) return false;
        Base const* const base = each->find(&interface);
        if (&each->target() == &concrete && (!base || base->decision != BaseDecision::kept))
            return false;
    }
    return concrete.isDerivedFrom(&interface);
}

bool ConcreteTypes::is_rewritten(CXXRecordDecl const& record) const {
    return std::ranges::any_of(hierarchies_,
                               [&](Hierarchy const* each) { return each->contains(&record); });
}

CXXRecordDecl const* ConcreteTypes::behind(Expr const& expression,
                                           Environment const& environment) const {
    Expr const& inner = rewrite::without_wrappers(*expression.IgnoreParenImpCasts());
    if (&inner != &expression) return behind(inner, environment);
    if (auto const* operation = dyn_cast<clang::UnaryOperator>(&inner))
        if (operation->getOpcode() == clang::UO_Deref || operation->getOpcode() == clang::UO_AddrOf)
            return behind(*operation->getSubExpr(), environment);
    if (auto const* reference = dyn_cast<clang::DeclRefExpr>(&inner)) {
        auto const* const parameter = dyn_cast<clang::ParmVarDecl>(reference->getDecl());
        unsigned const index = parameter ? parameter->getFunctionScopeIndex() : 0;
        if (parameter && parameter->getDeclContext() == environment.function &&
            index < environment.parameters.size() && environment.parameters[index])
            return environment.parameters[index];
    }
    if (CXXRecordDecl const* const record = behind_call(inner)) return record;
    return final_class(inner.getType());
}

/// `*member`, `member.get()` or a conversion of a member that is retyped.
CXXRecordDecl const* ConcreteTypes::behind_call(Expr const& expression) const {
    auto const* const call = dyn_cast<clang::CallExpr>(&expression);
    Expr const* const object = call ? object_of(*call) : nullptr;
    auto const* const method =
        call ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
    if (!method || !object || !returns_argument(*method)) return nullptr;
    auto const* const field = dyn_cast<clang::MemberExpr>(object->IgnoreParenImpCasts());
    auto const found = field ? retyped_.find(field->getMemberDecl()) : retyped_.end();
    if (found == retyped_.end() || !final_.contains(found->second)) return nullptr;
    CXXRecordDecl const* const result = referenced_class(method->getReturnType());
    return result && found->second->isDerivedFrom(result) ? found->second : nullptr;
}

CXXRecordDecl const* ConcreteTypes::final_class(clang::QualType type) const {
    CXXRecordDecl const* const record = referenced_class(type);
    return final_.contains(record) ? record : nullptr;
}

} // namespace collapse

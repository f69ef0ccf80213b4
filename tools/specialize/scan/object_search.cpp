// SPDX-License-Identifier: BSD-2-Clause
// Pointers are followed through local variables and parameters, a few calls deep.
#include "object_search.hpp"

namespace specialize {

using clang::Expr;
using llvm::dyn_cast;
using llvm::isa;

namespace {

constexpr unsigned most_calls = 6;

/// Lambdas see variables of the function around them.
bool belongs(clang::VarDecl const& variable, clang::FunctionDecl const& function) {
    auto const* const owner = dyn_cast<clang::FunctionDecl>(variable.getDeclContext());
    return owner && owner->getCanonicalDecl() == function.getCanonicalDecl();
}

/// The parameter that the value is, if that never changes.
clang::ParmVarDecl const* passed_on(Expr const* value, LocalValues const& values) {
    auto const* const name =
        value ? dyn_cast<clang::DeclRefExpr>(value->IgnoreParenImpCasts()) : nullptr;
    auto const* const parameter = name ? dyn_cast<clang::ParmVarDecl>(name->getDecl()) : nullptr;
    if (!parameter || parameter->getType()->isReferenceType()) return nullptr;
    auto const changes = values.values(*parameter);
    return changes && changes->empty() ? parameter : nullptr;
}

} // namespace

LocalValues const& ObjectSearch::values_of(clang::FunctionDecl const& function) {
    std::unique_ptr<LocalValues>& known = values_[&function];
    if (!known) known = std::make_unique<LocalValues>(function);
    return *known;
}

bool ObjectSearch::is_declared_value(Expr const* value, Invariant const& invariant) const {
    Expr::EvalResult result;
    if (!value || !invariant.value || value->isValueDependent()) return false;
    if (!value->getType()->isIntegralOrEnumerationType()) return false;
    return value->EvaluateAsInt(result, sources_.front().unit().context()) &&
           llvm::APSInt::compareValues(result.Val.getInt(), *invariant.value) == 0;
}

ObjectAnswer ObjectSearch::of_write(WriteSite const& write, Invariant const& invariant,
                                    std::set<std::string> const& phase) {
    if (!write.is_certain || !write.root || !write.function) return {};
    invariant_ = &invariant;
    phase_ = &phase;
    outside_.clear();
    bool const is_harmless_write = is_harmless(
        {write.root, write.is_behind_pointer, write.value, write.function, write.source, 0});
    return {is_harmless_write, is_harmless_write ? outside_ : std::vector<CallSite>{}};
}

bool ObjectSearch::is_unpublished(WriteSite const& write) {
    if (!write.is_certain || !write.root || !write.function || !write.code) return false;
    auto const* const name = dyn_cast<clang::DeclRefExpr>(write.root->IgnoreParenImpCasts());
    auto const* const variable = name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    return write.is_behind_pointer && variable &&
           values_of(*write.function).is_unpublished(*variable, write.code->getBeginLoc());
}

bool ObjectSearch::is_harmless(Question const& question) {
    if (question.depth > most_calls) return false;
    if (is_declared_value(question.value, *invariant_)) return true;
    if (question.is_pointer) return is_harmless_pointer(question);
    Expr const* const place = question.object->IgnoreParens();
    if (isa<clang::MaterializeTemporaryExpr, clang::CompoundLiteralExpr>(place)) return true;
    auto const* const name = dyn_cast<clang::DeclRefExpr>(place);
    auto const* const variable = name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (!variable || !variable->hasLocalStorage()) return false;
    if (!belongs(*variable, *question.function)) return false;
    if (!variable->getType()->isReferenceType()) return true;
    return is_harmless_variable(question, *variable);
}

bool ObjectSearch::is_harmless_pointer(Question question) {
    Expr const* const inner = question.object->IgnoreParenCasts();
    if (is_allocation(*inner)) return true;
    question.object = inner;
    if (isa<clang::CXXThisExpr>(inner)) {
        if (isa<clang::CXXConstructorDecl>(question.function)) return true;
        return follow_callers(question, nullptr);
    }
    if (auto const* const choice = dyn_cast<clang::AbstractConditionalOperator>(inner)) {
        Question other = question;
        question.object = choice->getTrueExpr();
        other.object = choice->getFalseExpr();
        return is_harmless_pointer(question) && is_harmless_pointer(other);
    }
    auto const* const address = dyn_cast<clang::UnaryOperator>(inner);
    if (address && address->getOpcode() == clang::UO_AddrOf) {
        Touched const part = Targets({}).touched(sources_[question.source], *address->getSubExpr());
        question.object = part.root;
        question.is_pointer = part.is_behind_pointer;
        return is_harmless(question);
    }
    if (inner->getType()->isArrayType()) {
        Touched const part = Targets({}).touched(sources_[question.source], *inner);
        question.object = part.root;
        question.is_pointer = part.is_behind_pointer;
        return is_harmless(question);
    }
    auto const* const name = dyn_cast<clang::DeclRefExpr>(inner);
    auto const* const variable = name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    return variable && is_harmless_variable(question, *variable);
}

/// A pointer or a reference.
bool ObjectSearch::is_harmless_variable(Question const& question, clang::VarDecl const& variable) {
    auto const values = values_of(*question.function).values(variable);
    if (!values || !belongs(variable, *question.function)) return false;
    if (auto const* const parameter = dyn_cast<clang::ParmVarDecl>(&variable))
        return values->empty() && follow_callers(question, parameter);
    for (Expr const* each : *values) {
        if (each->isNullPointerConstant(variable.getASTContext(),
                                        Expr::NPC_ValueDependentIsNotNull))
            continue;
        Question next = question;
        ++next.depth;
        next.object = each;
        if (variable.getType()->isReferenceType()) {
            Touched const part = Targets({}).touched(sources_[question.source], *each);
            next.object = part.root;
            next.is_pointer = part.is_behind_pointer;
        }
        if (!is_harmless(next)) return false;
    }
    return !values->empty();
}

/// `parameter` null: the object that the function is called on.
bool ObjectSearch::follow_callers(Question const& question, clang::ParmVarDecl const* parameter) {
    std::string const callee = sources_[question.source].function(*question.function);
    std::string const entry =
        sources_[invariant_->entry.source].function(*invariant_->entry.declaration);
    if (callee == entry || !calls_.has_known_calls(callee)) return false;
    clang::ParmVarDecl const* const passed =
        passed_on(question.value, values_of(*question.function));
    for (CallSite const& call : calls_.calls(callee)) {
        if (!phase_->contains(call.caller)) {
            outside_.push_back(call);
            continue;
        }
        std::vector<Expr const*> const arguments = arguments_of(*call.call);
        Question next{nullptr,           true, nullptr, call.caller_declaration, call.source,
                      question.depth + 1};
        if (passed && belongs(*passed, *question.function) &&
            passed->getFunctionScopeIndex() < arguments.size())
            next.value = arguments[passed->getFunctionScopeIndex()];
        if (parameter) {
            if (parameter->getFunctionScopeIndex() >= arguments.size()) return false;
            next.object = arguments[parameter->getFunctionScopeIndex()];
        } else if (auto const* const member = dyn_cast<clang::CXXMemberCallExpr>(call.call)) {
            next.object = member->getImplicitObjectArgument();
        } else if (isa<clang::CXXOperatorCallExpr>(call.call)) {
            next.object = llvm::cast<clang::CallExpr>(call.call)->getArg(0);
        } else {
            return false;
        }
        if (next.object->isGLValue()) {
            Touched const part = Targets({}).touched(sources_[call.source], *next.object);
            next.object = part.root;
            next.is_pointer = part.is_behind_pointer;
        }
        if (!is_harmless(next)) return false;
    }
    return true;
}

} // namespace specialize

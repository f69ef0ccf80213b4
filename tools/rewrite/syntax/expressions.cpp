// SPDX-License-Identifier: BSD-2-Clause
// Clang's own locations are first tokens in many cases, which qualification changes.
#include "expressions.hpp"

namespace rewrite {

using clang::Expr;
using clang::SourceLocation;
using llvm::dyn_cast;

SourceLocation token_of(Expr const& expression) {
    if (auto const* reference = dyn_cast<clang::DeclRefExpr>(&expression))
        return reference->getLocation();
    if (auto const* member = dyn_cast<clang::MemberExpr>(&expression))
        return member->getMemberLoc().isValid()
                   ? member->getMemberLoc()
                   : token_of(*member->getBase()->IgnoreParenImpCasts());
    if (auto const* self = dyn_cast<clang::CXXThisExpr>(&expression))
        return self->isImplicit() ? SourceLocation() : self->getLocation();
    if (auto const* call = dyn_cast<clang::CXXOperatorCallExpr>(&expression))
        return call->getOperatorLoc();
    if (auto const* call = dyn_cast<clang::CallExpr>(&expression))
        return token_of(*call->getCallee()->IgnoreParenImpCasts());
    if (auto const* made = dyn_cast<clang::CXXTemporaryObjectExpr>(&expression))
        return made->getParenOrBraceRange().getBegin();
    if (auto const* made = dyn_cast<clang::CXXConstructExpr>(&expression))
        return made->getLocation();
    if (auto const* cast = dyn_cast<clang::CXXFunctionalCastExpr>(&expression))
        return cast->getLParenLoc();
    if (auto const* cast = dyn_cast<clang::ImplicitCastExpr>(&expression))
        return token_of(*cast->getSubExpr());
    if (auto const* name = dyn_cast<clang::OverloadExpr>(&expression)) return name->getNameLoc();
    if (auto const* name = dyn_cast<clang::CXXDependentScopeMemberExpr>(&expression))
        return name->getMemberLoc();
    if (auto const* name = dyn_cast<clang::DependentScopeDeclRefExpr>(&expression))
        return name->getLocation();
    return expression.getExprLoc();
}

Expr const& without_wrappers(Expr const& expression) {
    Expr const* inner = &expression;
    while (true) {
        Expr const* next = inner;
        if (auto const* parens = dyn_cast<clang::ParenExpr>(inner)) next = parens->getSubExpr();
        if (auto const* full = dyn_cast<clang::FullExpr>(inner)) next = full->getSubExpr();
        if (auto const* kept = dyn_cast<clang::MaterializeTemporaryExpr>(inner))
            next = kept->getSubExpr();
        if (auto const* bound = dyn_cast<clang::CXXBindTemporaryExpr>(inner))
            next = bound->getSubExpr();
        if (auto const* value = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(inner))
            next = value->getReplacement();
        if (auto const* last = dyn_cast<clang::BinaryOperator>(inner))
            if (last->isCommaOp() && last->getLHS()->getType()->isVoidType()) next = last->getRHS();
        if (next == inner) return *inner;
        inner = next;
    }
}

bool stays_in_hierarchy(clang::CastKind kind) {
    switch (kind) {
    case clang::CK_NoOp:
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
    case clang::CK_BaseToDerived:
    case clang::CK_Dynamic:
    case clang::CK_BaseToDerivedMemberPointer:
    case clang::CK_DerivedToBaseMemberPointer:
        return true;
    default:
        return false;
    }
}

clang::FunctionDecl const* called_function(Expr const* expression) {
    if (expression == nullptr) return nullptr;
    Expr const* inner = &without_wrappers(*expression->IgnoreImplicit());
    if (auto const* call = dyn_cast<clang::CallExpr>(inner)) return call->getDirectCallee();
    if (auto const* made = dyn_cast<clang::CXXConstructExpr>(inner))
        return made->getNumArgs() == 1 ? called_function(made->getArg(0)) : made->getConstructor();
    if (auto const* operation = dyn_cast<clang::UnaryOperator>(inner))
        return called_function(operation->getSubExpr());
    return nullptr;
}

} // namespace rewrite

// SPDX-License-Identifier: BSD-2-Clause
#include "constant_code.hpp"

#include "destruction.hpp"
#include "system_code.hpp"

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::CXXRecordDecl;
using clang::Expr;
using clang::FunctionDecl;
using clang::Stmt;

namespace {

bool is_plain_operator(clang::UnaryOperator const& operation) {
    switch (operation.getOpcode()) {
    case clang::UO_AddrOf:
    case clang::UO_Deref:
    case clang::UO_Plus:
    case clang::UO_Minus:
    case clang::UO_Not:
    case clang::UO_LNot:
    case clang::UO_Extension:
        return true;
    default:
        return false;
    }
}

bool is_plain_statement(Stmt const& code) {
    return llvm::isa<clang::CompoundStmt, clang::ReturnStmt, clang::IfStmt, clang::ForStmt,
                     clang::WhileStmt, clang::DoStmt, clang::SwitchStmt, clang::SwitchCase,
                     clang::BreakStmt, clang::ContinueStmt, clang::NullStmt>(code);
}

/// Walks through code of a function. What it gets by parameters is no concern of it.
class ConstantCode {
public:
    Stability of(FunctionDecl const& function) {
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
        auto const* const made = llvm::dyn_cast<CXXConstructorDecl>(&function);
        if (!function.isConstexpr() || (method && method->isVirtual())) return Stability::acts;
        if (method && function.isTrivial()) return Stability::stable;
        if (is_of_system(function))
            return made ? system_stability(*made, made->getNumParams() == 0)
                        : system_stability(function);
        if (!seen_.insert(function.getCanonicalDecl()).second) return Stability::stable;
        FunctionDecl const* definition = nullptr;
        if (!function.hasBody(definition)) return Stability::acts;
        Stability result = of(*definition->getBody());
        if (made)
            for (auto const* each : llvm::cast<CXXConstructorDecl>(definition)->inits())
                result = std::max(result, of(*each->getInit()));
        return result;
    }

private:
    Stability of(Stmt const& code) {
        if (auto const* const expression = llvm::dyn_cast<Expr>(&code))
            return of_expression(*expression);
        if (auto const* const declared = llvm::dyn_cast<clang::DeclStmt>(&code))
            return of_declarations(*declared);
        return is_plain_statement(code) ? of_children(code) : Stability::acts;
    }

    Stability of_children(Stmt const& code) {
        auto result = Stability::stable;
        for (Stmt const* each : code.children())
            if (each && result != Stability::acts) result = std::max(result, of(*each));
        return result;
    }

    Stability of_declarations(clang::DeclStmt const& declared) {
        auto result = Stability::stable;
        for (clang::Decl const* each : declared.decls()) {
            if (llvm::isa<clang::TypedefNameDecl, clang::StaticAssertDecl>(each)) continue;
            auto const* const variable = llvm::dyn_cast<clang::VarDecl>(each);
            if (!variable || !variable->hasLocalStorage() ||
                !destruction_is_unobservable(variable->getType()))
                return Stability::acts;
            if (variable->getType()->isReferenceType()) result = Stability::reads;
            if (variable->getInit()) result = std::max(result, of(*variable->getInit()));
        }
        return result;
    }

    Stability of_expression(Expr const& expression) {
        if (is_unevaluated(expression)) return Stability::stable;
        if (auto const* const call = llvm::dyn_cast<clang::CallExpr>(&expression))
            return of_call(*call);
        if (auto const* const made = llvm::dyn_cast<clang::CXXConstructExpr>(&expression))
            return std::max(of_children(*made), of(*made->getConstructor()));
        if (auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&expression))
            return of_name(*name, *name->getDecl());
        if (auto const* const cast = llvm::dyn_cast<clang::CastExpr>(&expression)) {
            bool const is_read = cast->getCastKind() == clang::CK_LValueToRValue;
            bool const is_volatile = cast->getSubExpr()->getType().isVolatileQualified();
            return is_volatile || !(is_read || is_plain_cast(*cast)) ? Stability::acts
                                                                     : of_children(*cast);
        }
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&expression))
            return of(*defaulted->getExpr());
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultInitExpr>(&expression))
            return defaulted->getExpr() ? of(*defaulted->getExpr()) : Stability::acts;
        return std::max(of_access(expression), of_rest(expression));
    }

    Stability of_call(clang::CallExpr const& call) {
        FunctionDecl const* const function = call.getDirectCallee();
        return function ? std::max(of(*function), of_children(call)) : Stability::acts;
    }

    static Stability of_name(Expr const& name, clang::ValueDecl const& named) {
        if (llvm::isa<FunctionDecl, clang::EnumConstantDecl>(named)) return Stability::stable;
        auto const* const variable = llvm::dyn_cast<clang::VarDecl>(&named);
        if (!variable || is_made_on_use(*variable)) return Stability::acts;
        return variable->hasLocalStorage() || is_constant(name) ? Stability::stable
                                                                : Stability::reads;
    }

    /// What pointers and references lead to is not known.
    static Stability of_access(Expr const& expression) {
        if (auto const* const member = llvm::dyn_cast<clang::MemberExpr>(&expression)) {
            clang::ValueDecl const& named = *member->getMemberDecl();
            if (llvm::isa<clang::VarDecl>(named)) return of_name(*member, named);
            bool const is_own = !member->isArrow() || llvm::isa<clang::CXXThisExpr>(
                                                          member->getBase()->IgnoreParenImpCasts());
            bool const refers = named.getType()->isReferenceType();
            return is_own && !refers ? Stability::stable : Stability::reads;
        }
        if (auto const* const element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&expression))
            return element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()
                       ? Stability::stable
                       : Stability::reads;
        auto const* const unary = llvm::dyn_cast<clang::UnaryOperator>(&expression);
        auto const* const binary = llvm::dyn_cast<clang::BinaryOperator>(&expression);
        bool const follows =
            (unary && unary->getOpcode() == clang::UO_Deref) || (binary && binary->isPtrMemOp());
        return follows ? Stability::reads : Stability::stable;
    }

    Stability of_rest(Expr const& expression) {
        auto const* const unary = llvm::dyn_cast<clang::UnaryOperator>(&expression);
        auto const* const binary = llvm::dyn_cast<clang::BinaryOperator>(&expression);
        bool const steps = unary && unary->isIncrementDecrementOp();
        bool const assigns = binary && binary->isAssignmentOp();
        if ((steps && is_own(*unary->getSubExpr())) || (assigns && is_own(*binary->getLHS())))
            return of_children(expression);
        if (!is_plain(expression)) return Stability::acts;
        auto const* const list = llvm::dyn_cast<clang::InitListExpr>(&expression);
        Stability const parts = of_children(expression);
        return list && list->getArrayFiller() ? std::max(parts, of(*list->getArrayFiller()))
                                              : parts;
    }

    /// A variable of the function.
    static bool is_own(Expr const& place) {
        auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&root_of(place));
        auto const* const variable =
            name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
        return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType();
    }

    std::set<FunctionDecl const*> seen_;
};

} // namespace

bool is_plain_cast(clang::CastExpr const& cast) {
    switch (cast.getCastKind()) {
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
        return std::ranges::none_of(cast.path(),
                                    [](auto const* each) { return each->isVirtual(); });
    case clang::CK_NoOp:
    case clang::CK_BitCast:
    case clang::CK_LValueBitCast:
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_BuiltinFnToFnPtr:
    case clang::CK_NullToPointer:
    case clang::CK_NullToMemberPointer:
    case clang::CK_BaseToDerived:
    case clang::CK_BaseToDerivedMemberPointer:
    case clang::CK_DerivedToBaseMemberPointer:
    case clang::CK_ConstructorConversion:
    case clang::CK_UserDefinedConversion:
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean:
    case clang::CK_IntegralToFloating:
    case clang::CK_IntegralToPointer:
    case clang::CK_FloatingCast:
    case clang::CK_FloatingToBoolean:
    case clang::CK_FloatingToIntegral:
    case clang::CK_PointerToBoolean:
    case clang::CK_PointerToIntegral:
    case clang::CK_MemberPointerToBoolean:
    case clang::CK_ToVoid:
        return true;
    default:
        return false;
    }
}

bool is_plain(Expr const& expression) {
    if (auto const* const unary = llvm::dyn_cast<clang::UnaryOperator>(&expression))
        return is_plain_operator(*unary);
    if (auto const* const binary = llvm::dyn_cast<clang::BinaryOperator>(&expression))
        return !binary->isAssignmentOp();
    if (auto const* const bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(&expression))
        return destruction_is_unobservable(bound->getType());
    return is_unevaluated(expression) ||
           llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral,
                     clang::StringLiteral, clang::CXXBoolLiteralExpr, clang::CXXNullPtrLiteralExpr,
                     clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr,
                     clang::CXXThisExpr, clang::SubstNonTypeTemplateParmExpr, clang::GNUNullExpr,
                     clang::PredefinedExpr, clang::ParenExpr, clang::FullExpr,
                     clang::MaterializeTemporaryExpr, clang::InitListExpr, clang::MemberExpr,
                     clang::ArraySubscriptExpr, clang::ConditionalOperator,
                     clang::CXXStdInitializerListExpr>(expression);
}

bool is_unevaluated(Expr const& expression) {
    return llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr, clang::TypeTraitExpr,
                     clang::OffsetOfExpr>(expression);
}

Expr const& root_of(Expr const& place) {
    Expr const* inner = place.IgnoreParenCasts();
    for (;;) {
        auto const* const member = llvm::dyn_cast<clang::MemberExpr>(inner);
        auto const* const element = llvm::dyn_cast<clang::ArraySubscriptExpr>(inner);
        if (member && !member->isArrow() && !member->getMemberDecl()->getType()->isReferenceType())
            inner = member->getBase()->IgnoreParenCasts();
        else if (element && element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
            inner = element->getBase()->IgnoreParenCasts();
        else
            return *inner;
    }
}

bool is_constant(Expr const& root) {
    if (llvm::isa<clang::StringLiteral>(root)) return true;
    auto const* const member = llvm::dyn_cast<clang::MemberExpr>(&root);
    if (member && llvm::isa<clang::FieldDecl>(member->getMemberDecl())) {
        clang::QualType const type = member->getMemberDecl()->getType();
        return llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) &&
               type.isConstQualified() && type->isScalarType();
    }
    auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&root);
    clang::ValueDecl const* const named =
        name ? name->getDecl() : (member ? member->getMemberDecl() : nullptr);
    auto const* const variable = llvm::dyn_cast_or_null<clang::VarDecl>(named);
    if (!variable || llvm::isa<clang::ParmVarDecl>(variable)) return false;
    clang::QualType const type = variable->getType();
    if (type->isReferenceType() || !type.isConstQualified()) return false;
    CXXRecordDecl const* const record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (record && record->hasMutableFields()) return false;
    clang::VarDecl const* const initialised = variable->getInitializingDeclaration();
    return initialised && !initialised->getInit()->isValueDependent() &&
           initialised->hasConstantInitialization();
}

bool is_made_on_use(clang::VarDecl const& variable) {
    return variable.getTLSKind() == clang::VarDecl::TLS_Dynamic;
}

Stability constant_stability(FunctionDecl const& function) {
    return ConstantCode().of(function);
}

} // namespace collapse

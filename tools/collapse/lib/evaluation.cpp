// SPDX-License-Identifier: BSD-2-Clause
// Classifies expressions by a list of what is known to be harmless; the rest counts as acting.
#include "evaluation.hpp"

#include <rewrite/lib/clang.hpp>

#include <clang/Basic/Builtins.h>

#include <algorithm>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::Expr;
using clang::FunctionDecl;
using clang::ParmVarDecl;
using clang::Stmt;

namespace {

bool is_of_system(clang::Decl const& declaration) {
    clang::SourceManager const& sources = declaration.getASTContext().getSourceManager();
    return sources.isInSystemHeader(sources.getExpansionLoc(declaration.getLocation()));
}

bool is_move_or_forward(FunctionDecl const& function) {
    unsigned const builtin = function.getBuiltinID();
    return builtin == clang::Builtin::BImove || builtin == clang::Builtin::BIforward ||
           builtin == clang::Builtin::BIaddressof || builtin == clang::Builtin::BI__addressof;
}

bool takes_only_constant(FunctionDecl const& function) {
    return std::ranges::all_of(function.parameters(), [](ParmVarDecl const* parameter) {
        clang::QualType const type = parameter->getType();
        bool const refers = type->isReferenceType() || type->isPointerType();
        return !refers || type->getPointeeType().isConstQualified();
    });
}

/// The variable or object at the beginning of `a.b[2].c`.
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

class Classifier {
public:
    explicit Classifier(ParameterFacts const& facts) : facts_(facts) {}

    Stability of(Expr const& expression) const {
        if (auto const* const cast = llvm::dyn_cast<clang::CastExpr>(&expression))
            return of_cast(*cast);
        if (auto const* const call = llvm::dyn_cast<clang::CallExpr>(&expression))
            return of_call(*call);
        if (auto const* const made = llvm::dyn_cast<clang::CXXConstructExpr>(&expression))
            return of_construction(*made);
        if (auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&expression))
            return of_name(*name);
        if (auto const* const unary = llvm::dyn_cast<clang::UnaryOperator>(&expression))
            return unary->isIncrementDecrementOp() ? Stability::acts : of(*unary->getSubExpr());
        if (auto const* const binary = llvm::dyn_cast<clang::BinaryOperator>(&expression))
            return binary->isAssignmentOp() ? Stability::acts : of_children(expression);
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultInitExpr>(&expression))
            return defaulted->getExpr() ? of(*defaulted->getExpr()) : Stability::acts;
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&expression))
            return of(*defaulted->getExpr());
        if (llvm::isa<clang::LambdaExpr>(expression))
            return std::max(Stability::reads, of_children(expression));
        return is_harmless(expression) ? of_children(expression) : Stability::acts;
    }

private:
    static bool is_harmless(Expr const& expression) {
        return llvm::isa<
            clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral,
            clang::StringLiteral, clang::CXXBoolLiteralExpr, clang::CXXNullPtrLiteralExpr,
            clang::UnaryExprOrTypeTraitExpr, clang::ImplicitValueInitExpr,
            clang::CXXScalarValueInitExpr, clang::CXXThisExpr, clang::TypeTraitExpr,
            clang::OffsetOfExpr, clang::SubstNonTypeTemplateParmExpr, clang::GNUNullExpr,
            clang::PredefinedExpr, clang::ParenExpr, clang::FullExpr,
            clang::MaterializeTemporaryExpr, clang::CXXBindTemporaryExpr, clang::InitListExpr,
            clang::MemberExpr, clang::ArraySubscriptExpr, clang::ConditionalOperator,
            clang::ArrayInitLoopExpr, clang::ArrayInitIndexExpr, clang::OpaqueValueExpr,
            clang::CXXNoexceptExpr, clang::CXXStdInitializerListExpr>(expression);
    }

    Stability of_children(Stmt const& parent) const {
        if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr>(parent))
            return Stability::stable; // not evaluated
        auto result = Stability::stable;
        for (Stmt const* each : parent.children())
            if (auto const* const part = llvm::dyn_cast_or_null<Expr>(each))
                result = std::max(result, of(*part));
        return result;
    }

    Stability of_name(clang::DeclRefExpr const& name) const {
        auto const* const parameter = llvm::dyn_cast<ParmVarDecl>(name.getDecl());
        auto const known = facts_.arguments.find(parameter);
        return known == facts_.arguments.end() ? Stability::stable : known->second;
    }

    Stability of_cast(clang::CastExpr const& cast) const {
        Expr const& inner = *cast.getSubExpr();
        if (cast.getCastKind() == clang::CK_LValueToRValue) return of_reading(inner);
        if (cast.getCastKind() == clang::CK_Dynamic) return Stability::acts;
        return of(inner);
    }

    Stability of_reading(Expr const& place) const {
        clang::QualType const type = place.getType();
        if (type.isVolatileQualified()) return Stability::acts;
        Stability const identity = of(place);
        if (type.isConstQualified()) return identity;
        auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&root_of(place));
        auto const* const parameter = name ? llvm::dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
        bool const own = parameter && !parameter->getType()->isReferenceType();
        if (own && !facts_.modified.contains(parameter)) return identity;
        return std::max(identity, Stability::reads);
    }

    Stability of_call(clang::CallExpr const& call) const {
        FunctionDecl const* const function = call.getDirectCallee();
        if (!function) return Stability::acts;
        if (is_move_or_forward(*function)) return of(*call.getArg(0));
        if (!function->isConstexpr() || !takes_only_constant(*function)) return Stability::acts;
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
        if (method && method->isInstance() && !method->isConst()) return Stability::acts;
        Stability const parts = of_children(call);
        return method && method->isInstance() ? std::max(parts, Stability::reads) : parts;
    }

    Stability of_construction(clang::CXXConstructExpr const& made) const {
        CXXConstructorDecl const& constructor = *made.getConstructor();
        Stability const parts = of_children(made);
        if (constructor.isCopyOrMoveConstructor() && made.getNumArgs() == 1) {
            Stability const place = of_reading(*made.getArg(0));
            if (constructor.isTrivial()) return std::max(parts, place);
            if (constructor.isMoveConstructor() && made.getArg(0)->isXValue())
                return Stability::acts;
            if (is_of_system(constructor)) return std::max(parts, place);
        }
        if (!constructor.isConstexpr() && !is_of_system(constructor))
            return std::max(parts, construction_stability(constructor));
        return takes_only_constant(constructor) || made.getNumArgs() == 0 ? parts : Stability::acts;
    }

    ParameterFacts const& facts_;
};

/// Walks down from the code, knowing whether a name there would only be read.
class Modifications {
public:
    std::set<ParmVarDecl const*> found;

    void scan(Stmt const& code, bool reads) {
        if (auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&code)) {
            auto const* const parameter = llvm::dyn_cast<ParmVarDecl>(name->getDecl());
            if (parameter && !reads && !name->getType().isConstQualified()) found.insert(parameter);
            return;
        }
        bool const inner_reads = reads_inside(code, reads);
        for (Stmt const* each : code.children())
            if (each) scan(*each, inner_reads);
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&code))
            scan(*defaulted->getExpr(), reads);
    }

private:
    static bool reads_inside(Stmt const& code, bool reads) {
        if (auto const* const cast = llvm::dyn_cast<clang::CastExpr>(&code)) {
            if (cast->getCastKind() == clang::CK_LValueToRValue) return true;
            if (cast->isGLValue()) return reads || cast->getType().isConstQualified();
            return false;
        }
        if (auto const* const member = llvm::dyn_cast<clang::MemberExpr>(&code))
            return reads || member->getMemberDecl()->getType()->isReferenceType();
        return reads && llvm::isa<clang::ParenExpr, clang::ArraySubscriptExpr>(code);
    }
};

class Names : public clang::RecursiveASTVisitor<Names> {
public:
    std::set<ParmVarDecl const*> found;

    bool VisitDeclRefExpr(clang::DeclRefExpr* name) {
        if (auto const* const parameter = llvm::dyn_cast<ParmVarDecl>(name->getDecl()))
            found.insert(parameter);
        return true;
    }
};

class ThrowFinder : public clang::RecursiveASTVisitor<ThrowFinder> {
public:
    explicit ThrowFinder(Hierarchy const& hierarchy) : hierarchy_(hierarchy) {}

    bool found = false;

    bool shouldVisitImplicitCode() const { return true; }
    bool TraverseLambdaExpr(clang::LambdaExpr*) { return true; }

    bool VisitCXXThrowExpr(clang::CXXThrowExpr*) { return !(found = true); }
    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) {
        return enter(*made->getConstructor());
    }

    bool VisitCallExpr(clang::CallExpr* call) {
        FunctionDecl const* const function = call->getDirectCallee();
        if (!function) return !(found = true);
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
        auto const* const name =
            llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
        bool const dispatches = method && method->isVirtual() && !(name && name->hasQualifier());
        return dispatches ? enter_all(*method) : enter(*function);
    }

    /// All functions that the call may run.
    bool enter_all(clang::CXXMethodDecl const& method) {
        if (is_of_system(method)) return true;
        if (!hierarchy_.contains(method.getParent())) return !(found = !is_nothrow(method));
        std::vector<clang::CXXRecordDecl const*> const stages = hierarchy_.construction_order();
        return std::ranges::all_of(stages, [&](clang::CXXRecordDecl const* stage) {
            bool const has_it = stage == method.getParent()->getDefinition() ||
                                stage->isDerivedFrom(method.getParent()->getDefinition());
            if (!has_it) return true;
            clang::CXXMethodDecl const& runs = *hierarchy_.overrider_during(method, *stage);
            return runs.isPureVirtual() || enter(runs);
        });
    }

    bool enter(FunctionDecl const& function) {
        bool const harmless = function.getBuiltinID() || function.isExternC() ||
                              is_of_system(function) || function.isImplicit() ||
                              is_nothrow(function);
        if (harmless || !seen_.insert(function.getCanonicalDecl()).second) return true;
        FunctionDecl const* definition = nullptr;
        if (!function.hasBody(definition)) return !(found = true);
        return TraverseStmt(definition->getBody());
    }

private:
    static bool is_nothrow(FunctionDecl const& function) {
        auto const* const type = function.getType()->getAs<clang::FunctionProtoType>();
        return type && type->isNothrow();
    }

    Hierarchy const& hierarchy_;
    std::set<FunctionDecl const*> seen_;
};

} // namespace

Stability stability_of(Expr const& expression, ParameterFacts const& facts) {
    return Classifier(facts).of(expression);
}

Stability construction_stability(CXXConstructorDecl const& constructor) {
    if (constructor.isTrivial() || is_of_system(constructor)) return Stability::stable;
    if (constructor.isConstexpr() && constructor.getNumParams() == 0) return Stability::stable;
    FunctionDecl const* definition = nullptr;
    if (!constructor.hasBody(definition)) return Stability::acts;
    auto const* const body = llvm::dyn_cast<clang::CompoundStmt>(definition->getBody());
    if (!body || !body->body_empty()) return Stability::acts;
    auto result = Stability::stable;
    for (auto const* each : llvm::cast<CXXConstructorDecl>(definition)->inits())
        result = std::max(result, stability_of(*each->getInit(), {}));
    return result;
}

std::set<ParmVarDecl const*> modified_parameters(Stmt const& code) {
    Modifications modifications;
    modifications.scan(code, false);
    return std::move(modifications.found);
}

std::set<ParmVarDecl const*> named_parameters(Stmt const& code) {
    Names names;
    names.TraverseStmt(const_cast<Stmt*>(&code));
    return std::move(names.found);
}

bool destruction_is_unobservable(clang::QualType type) {
    type = type.getCanonicalType();
    while (auto const* const array = type->getAsArrayTypeUnsafe())
        type = array->getElementType();
    clang::CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition()) return true;
    if (record->hasTrivialDestructor()) return true;
    if (!is_of_system(*record)) return false;
    auto const* const special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (!special) return true;
    return std::ranges::all_of(special->getTemplateArgs().asArray(), [](auto const& argument) {
        return argument.getKind() != clang::TemplateArgument::Type ||
               destruction_is_unobservable(argument.getAsType());
    });
}

bool may_throw(Stmt const& code, Hierarchy const& hierarchy) {
    ThrowFinder finder(hierarchy);
    finder.TraverseStmt(const_cast<Stmt*>(&code));
    return finder.found;
}

} // namespace collapse

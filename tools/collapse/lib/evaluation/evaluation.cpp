// SPDX-License-Identifier: BSD-2-Clause
// Classifies expressions by a list of what is known to be harmless; the rest counts as acting.
#include "evaluation.hpp"

#include "constant_code.hpp"
#include "default_constructor.hpp"
#include "system_code.hpp"

#include <rewrite/syntax/clang.hpp>

#include <clang/Basic/Builtins.h>

#include <algorithm>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::Expr;
using clang::FunctionDecl;
using clang::ParmVarDecl;
using clang::Stmt;

namespace {

bool is_move_or_forward(FunctionDecl const& function) {
    unsigned const builtin = function.getBuiltinID();
    return builtin == clang::Builtin::BImove || builtin == clang::Builtin::BIforward ||
           builtin == clang::Builtin::BIaddressof || builtin == clang::Builtin::BI__addressof;
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
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultInitExpr>(&expression))
            return defaulted->getExpr() ? of(*defaulted->getExpr()) : Stability::acts;
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&expression))
            return of(*defaulted->getExpr());
        if (auto const* const list = llvm::dyn_cast<clang::InitListExpr>(&expression))
            return list->getArrayFiller()
                       ? std::max(of(*list->getArrayFiller()), of_children(expression))
                       : of_children(expression);
        if (llvm::isa<clang::LambdaExpr>(expression))
            return std::max(Stability::reads, of_children(expression));
        if (auto const* const member = llvm::dyn_cast<clang::MemberExpr>(&expression))
            return std::max(of_member(*member), of_children(expression));
        return is_plain(expression) ? of_children(expression) : Stability::acts;
    }

private:
    Stability of_children(Stmt const& parent) const {
        auto const* const expression = llvm::dyn_cast<Expr>(&parent);
        if (expression && is_unevaluated(*expression)) return Stability::stable;
        auto result = Stability::stable;
        for (Stmt const* each : parent.children())
            if (auto const* const part = llvm::dyn_cast_or_null<Expr>(each))
                result = std::max(result, of(*part));
        return result;
    }

    /// What a reference in another object refers to is read there.
    static Stability of_member(clang::MemberExpr const& member) {
        auto const* const variable = llvm::dyn_cast<clang::VarDecl>(member.getMemberDecl());
        if (variable && is_made_on_use(*variable)) return Stability::acts;
        bool const is_own = llvm::isa<clang::CXXThisExpr>(member.getBase()->IgnoreParenImpCasts());
        bool const refers = llvm::isa<clang::FieldDecl>(member.getMemberDecl()) &&
                            member.getMemberDecl()->getType()->isReferenceType();
        return refers && !is_own ? Stability::reads : Stability::stable;
    }

    Stability of_name(clang::DeclRefExpr const& name) const {
        auto const* const variable = llvm::dyn_cast<clang::VarDecl>(name.getDecl());
        if (variable && is_made_on_use(*variable)) return Stability::acts;
        auto const* const parameter = llvm::dyn_cast<ParmVarDecl>(name.getDecl());
        auto const known = facts_.arguments.find(parameter);
        return known == facts_.arguments.end() ? Stability::stable : known->second;
    }

    Stability of_cast(clang::CastExpr const& cast) const {
        Expr const& inner = *cast.getSubExpr();
        if (cast.getCastKind() == clang::CK_LValueToRValue) return of_reading(inner);
        return is_plain_cast(cast) ? of(inner) : Stability::acts;
    }

    Stability of_reading(Expr const& place) const {
        clang::QualType const type = place.getType();
        if (type.isVolatileQualified()) return Stability::acts;
        Stability const identity = of(place);
        Expr const& root = root_of(place);
        if (type.isConstQualified() && is_constant(root)) return identity;
        if (place.isPRValue() || root.isPRValue() ||
            llvm::isa<clang::MaterializeTemporaryExpr>(root))
            return identity;
        auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&root);
        auto const* const parameter = name ? llvm::dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
        bool const own = parameter && !parameter->getType()->isReferenceType();
        if (own && !facts_.modified.contains(parameter)) return identity;
        return std::max(identity, Stability::reads);
    }

    /// An argument whose value is read, and what it refers or points to.
    Stability of_argument(Expr const& argument) const {
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&argument))
            return of_argument(*defaulted->getExpr());
        Expr const& place = *argument.IgnoreParenImpCasts();
        Stability const own = argument.isGLValue() ? of_reading(argument) : of(argument);
        if (place.getType()->isArrayType()) return std::max(own, of_reading(place));
        bool const whole = holds_its_value(argument.getType()) || place.getType()->isNullPtrType();
        return whole ? own : std::max(own, Stability::reads);
    }

    template<class Call>
    Stability of_arguments(Call const& call) const {
        auto result = Stability::stable;
        for (Expr const* argument : call.arguments())
            result = std::max(result, of_argument(*argument));
        return result;
    }

    Stability of_call(clang::CallExpr const& call) const {
        FunctionDecl const* const function = call.getDirectCallee();
        if (!function) return Stability::acts;
        if (is_move_or_forward(*function)) return of(*call.getArg(0));
        if (!function->isConstexpr() || !takes_only_constant(*function)) return Stability::acts;
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
        if (method && method->isInstance() && !method->isConst()) return Stability::acts;
        Stability const parts =
            std::max({of_children(call), of_arguments(call), constant_stability(*function)});
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
            if (is_of_system(constructor))
                return std::max({parts, place, system_stability(constructor, false)});
        }
        if (made.getNumArgs() == 0) return construction_stability(constructor);
        if (!constructor.isConstexpr() && !is_of_system(constructor))
            return std::max({parts, of_arguments(made), construction_stability(constructor)});
        if (!takes_only_constant(constructor)) return Stability::acts;
        bool const by_default = std::ranges::all_of(made.arguments(), [](Expr const* argument) {
            Expr const& given = *argument->IgnoreParenImpCasts();
            clang::CXXRecordDecl const* const type = given.getType()->getAsCXXRecordDecl();
            bool const is_nothing = type && is_of_library(*type, {"nullopt_t"});
            return is_nothing || llvm::isa<clang::CXXDefaultArgExpr>(given) ||
                   given.getType()->isNullPtrType();
        });
        Stability const own = is_of_system(constructor) ? system_stability(constructor, by_default)
                                                        : constant_stability(constructor);
        return std::max({parts, by_default ? Stability::stable : of_arguments(made), own});
    }

    ParameterFacts const& facts_;
};

} // namespace

bool is_of_system(clang::Decl const& declaration) {
    clang::SourceManager const& sources = declaration.getASTContext().getSourceManager();
    return sources.isInSystemHeader(sources.getExpansionLoc(declaration.getLocation()));
}

Stability stability_of(Expr const& expression, ParameterFacts const& facts) {
    return Classifier(facts).of(expression);
}

namespace {

Stability default_stability(clang::QualType type) {
    clang::CXXRecordDecl const* const record =
        type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!record) return Stability::stable;
    CXXConstructorDecl const* const constructor =
        record->hasDefinition() ? default_constructor(*record->getDefinition()) : nullptr;
    if (constructor) return construction_stability(*constructor);
    return record->hasDefinition() && record->hasTrivialDefaultConstructor() ? Stability::stable
                                                                             : Stability::acts;
}

/// Of the constructor that the compiler makes.
Stability parts_stability(clang::CXXRecordDecl const& record) {
    auto result = Stability::stable;
    for (clang::CXXBaseSpecifier const& base : record.bases())
        result = std::max(result, default_stability(base.getType()));
    for (clang::FieldDecl const* field : record.fields()) {
        Expr const* const by = field->getInClassInitializer();
        if (field->hasInClassInitializer())
            result = std::max(result, by ? stability_of(*by, {}) : Stability::acts);
        else
            result = std::max(result, default_stability(field->getType()));
    }
    return result;
}

} // namespace

Stability construction_stability(CXXConstructorDecl const& constructor) {
    if (constructor.isTrivial()) return Stability::stable;
    if (is_of_system(constructor)) return system_stability(constructor, true);
    if (constructor.isDefaultConstructor() && !constructor.isUserProvided())
        return parts_stability(*constructor.getParent()->getDefinition());
    if (constructor.isConstexpr() && constructor.getNumParams() == 0)
        return constant_stability(constructor);
    FunctionDecl const* definition = nullptr;
    if (!constructor.hasBody(definition)) return Stability::acts;
    auto const* const body = llvm::dyn_cast<clang::CompoundStmt>(definition->getBody());
    if (!body || !body->body_empty()) return Stability::acts;
    auto const inits = llvm::cast<CXXConstructorDecl>(definition)->inits();
    ParameterFacts facts;
    for (auto const* each : inits)
        facts.modified.merge(modified_parameters(*each->getInit()));
    auto result = Stability::stable;
    for (auto const* each : inits)
        result = std::max(result, stability_of(*each->getInit(), facts));
    return result;
}

} // namespace collapse

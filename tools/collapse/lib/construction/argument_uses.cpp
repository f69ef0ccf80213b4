// SPDX-License-Identifier: BSD-2-Clause
// Descends from initialisers to the uses of a parameter, through what is known to evaluate its
// operands once.
#include "argument_uses.hpp"

#include <collapse/lib/evaluation/constant_code.hpp>
#include <collapse/lib/evaluation/destruction.hpp>
#include <collapse/lib/evaluation/system_code.hpp>

#include <rewrite/syntax/code_visitor.hpp>

#include <clang/Basic/Builtins.h>

#include <algorithm>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::CXXRecordDecl;
using clang::Expr;
using clang::ParmVarDecl;
using clang::Stmt;

namespace {

/// Counts all names of the parameter, wherever they stand.
class Mentions : public rewrite::CodeVisitor {
public:
    explicit Mentions(ParmVarDecl const& parameter) : parameter_(parameter) {}

    unsigned count = 0;

    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        count += name->getDecl() == &parameter_;
        return true;
    }

private:
    ParmVarDecl const& parameter_;
};

bool evaluates_its_parts(Stmt const& code) {
    auto const* const expression = llvm::dyn_cast<Expr>(&code);
    if (!expression || is_unevaluated(*expression)) return false;
    auto const* const call = llvm::dyn_cast<clang::CallExpr>(expression);
    clang::FunctionDecl const* const function = call ? call->getDirectCallee() : nullptr;
    if (function && function->getBuiltinID() != 0 && function->getName().starts_with("__"))
        return false; // `__builtin_constant_p` and its like
    return is_plain(*expression) ||
           llvm::isa<clang::CastExpr, clang::CallExpr, clang::CXXConstructExpr, clang::CXXNewExpr,
                     clang::UnaryOperator, clang::BinaryOperator, clang::CXXBindTemporaryExpr>(
               code);
}

/// Names of the parameter that are evaluated where they stand.
unsigned plain_uses(Stmt const& code, ParmVarDecl const& parameter) {
    if (auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&code))
        return name->getDecl() == &parameter;
    if (!evaluates_its_parts(code)) return 0;
    unsigned count = 0;
    for (Stmt const* each : code.children())
        if (each) count += plain_uses(*each, parameter);
    return count;
}

/// `std::string` by value.
bool is_string(clang::QualType type) {
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    return record && is_of_library(*record, {"basic_string"}) && holds_its_value(type);
}

/// Follows an initialiser to its only use of the parameter.
class WholeUse {
public:
    /// `allowed`: what may stand beside the use.
    WholeUse(ParmVarDecl const& parameter, ParameterFacts const& facts, Stability allowed)
        : parameter_(parameter), facts_(facts), allowed_(allowed) {}

    bool is_consumed = false;

    bool is_in(Expr const& code) {
        if (auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&code))
            return name->getDecl() == &parameter_;
        if (auto const* const cast = llvm::dyn_cast<clang::CastExpr>(&code)) {
            bool const reads = cast->getCastKind() == clang::CK_LValueToRValue;
            return (reads || is_plain_cast(*cast)) && is_in(*cast->getSubExpr()) && consume(reads);
        }
        if (auto const* const list = llvm::dyn_cast<clang::InitListExpr>(&code))
            return list->getNumInits() == 1 && is_in(*list->getInit(0));
        if (auto const* const call = llvm::dyn_cast<clang::CallExpr>(&code))
            return is_move_or_forward(*call) ? is_in(*call->getArg(0)) : is_in_sum(*call);
        if (auto const* const made = llvm::dyn_cast<clang::CXXConstructExpr>(&code))
            return is_in_construction(*made);
        if (auto const* const member = llvm::dyn_cast<clang::MemberExpr>(&code))
            return !member->isArrow() && llvm::isa<clang::FieldDecl>(member->getMemberDecl()) &&
                   is_in(*member->getBase());
        if (auto const* const bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(&code))
            return is_in(*bound->getSubExpr());
        return is_in_arithmetic(code);
    }

private:
    static bool is_move_or_forward(clang::CallExpr const& call) {
        clang::FunctionDecl const* const function = call.getDirectCallee();
        unsigned const builtin = function ? function->getBuiltinID() : 0;
        return builtin == clang::Builtin::BImove || builtin == clang::Builtin::BIforward;
    }

    /// `a + b` of strings, which refers to neither afterwards.
    bool is_in_sum(clang::CallExpr const& call) {
        auto const* const operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call);
        if (!operation || operation->getOperator() != clang::OO_Plus || call.getNumArgs() != 2 ||
            !is_string(call.getCallReturnType(operation->getCalleeDecl()->getASTContext())))
            return false;
        Expr const& left = *call.getArg(0);
        Expr const& right = *call.getArg(1);
        return ((is_in(left) && is_allowed(right)) || (is_in(right) && is_allowed(left))) &&
               consume(true);
    }

    bool consume(bool is_read) {
        is_consumed |= is_read;
        return true;
    }

    /// Copies, and constructors that take a number.
    bool is_in_construction(clang::CXXConstructExpr const& made) {
        CXXConstructorDecl const& constructor = *made.getConstructor();
        if (made.getNumArgs() != 1 || constructor.isVariadic()) return false;
        bool const is_copy = constructor.isCopyOrMoveConstructor();
        bool const takes_number = constructor.getParamDecl(0)->getType()->isScalarType();
        return (is_copy || takes_number) && is_in(*made.getArg(0)) && consume(is_copy);
    }

    bool is_in_arithmetic(Expr const& code) {
        if (auto const* const parentheses = llvm::dyn_cast<clang::ParenExpr>(&code))
            return is_in(*parentheses->getSubExpr());
        if (auto const* const full = llvm::dyn_cast<clang::FullExpr>(&code))
            return is_in(*full->getSubExpr());
        if (auto const* const made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&code))
            return is_in(*made->getSubExpr());
        if (auto const* const unary = llvm::dyn_cast<clang::UnaryOperator>(&code))
            return is_plain(*unary) && unary->getOpcode() != clang::UO_AddrOf &&
                   is_in(*unary->getSubExpr());
        auto const* const binary = llvm::dyn_cast<clang::BinaryOperator>(&code);
        if (!binary || !is_plain(*binary) || binary->isLogicalOp() || binary->isCommaOp())
            return false;
        return (is_in(*binary->getLHS()) && is_allowed(*binary->getRHS())) ||
               (is_in(*binary->getRHS()) && is_allowed(*binary->getLHS()));
    }

    bool is_allowed(Expr const& code) const { return stability_of(code, facts_) <= allowed_; }

    ParmVarDecl const& parameter_;
    ParameterFacts const& facts_;
    Stability allowed_;
};

/// What the initialiser evaluates apart from each other: arguments of a base's constructor.
std::vector<Expr const*> parts_of(clang::CXXCtorInitializer const& initialiser) {
    Expr const* inner = initialiser.getInit()->IgnoreParens();
    if (auto const* const full = llvm::dyn_cast<clang::FullExpr>(inner)) inner = full->getSubExpr();
    if (auto const* const bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner))
        inner = bound->getSubExpr();
    auto const* const made = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
    if (initialiser.isAnyMemberInitializer() || !made) return {inner};
    return {made->arg_begin(), made->arg_end()};
}

/// Looks through an argument for what ends after it.
class Temporaries : public rewrite::CodeVisitor {
public:
    bool are_observable = false;
    bool are_referred_to = false;

    bool shouldVisitImplicitCode() const override { return true; }
    bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr* made) override {
        are_observable |= !destruction_is_unobservable(made->getType());
        return true;
    }
    bool VisitMaterializeTemporaryExpr(clang::MaterializeTemporaryExpr*) override {
        are_referred_to = true;
        return true;
    }
};

Temporaries temporaries_of(Expr const& argument) {
    Temporaries result;
    result.TraverseStmt(const_cast<Expr*>(&argument));
    return result;
}

/// Finds conversions by constructors and functions of classes that the argument's text does not
/// show.
class Conversions : public rewrite::CodeVisitor {
public:
    explicit Conversions(Expr const& argument)
        : spelled_(*const_cast<Expr&>(argument).IgnoreUnlessSpelledInSource()) {}

    bool are_doubtful = false;

    bool shouldVisitImplicitCode() const override { return true; }
    bool dataTraverseStmtPre(Stmt* code) override { return code != &spelled_; }
    bool VisitImplicitCastExpr(clang::ImplicitCastExpr* cast) override {
        if (cast->getCastKind() == clang::CK_ConstructorConversion)
            are_doubtful |= is_chosen_among_explicit(*cast);
        auto const* const function =
            llvm::dyn_cast_or_null<clang::CXXMethodDecl>(cast->getConversionFunction());
        if (cast->getCastKind() == clang::CK_UserDefinedConversion && function)
            are_doubtful |= has_explicit_conversion(*function->getParent());
        return true;
    }

private:
    /// Of strings it is known that characters choose the same constructor.
    static bool is_chosen_among_explicit(clang::ImplicitCastExpr const& cast) {
        CXXRecordDecl const* const record = cast.getType()->getAsCXXRecordDecl();
        auto const* const made = llvm::dyn_cast<clang::CXXConstructExpr>(
            cast.getSubExpr()->IgnoreUnlessSpelledInSource());
        bool const of_characters =
            !made || (made->getNumArgs() > 0 && made->getArg(0)->getType()->isPointerType());
        if (is_string(cast.getType()) && of_characters) return false;
        return !record || !record->hasDefinition() || has_explicit_constructor(*record);
    }

    static bool has_explicit_constructor(CXXRecordDecl const& record) {
        return std::ranges::any_of(record.decls(), [](clang::Decl const* each) {
            if (auto const* const pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(each))
                each = pattern->getTemplatedDecl();
            if (llvm::isa<clang::ConstructorUsingShadowDecl>(each)) return true;
            auto const* const made = llvm::dyn_cast<CXXConstructorDecl>(each);
            return made && !made->isCopyOrMoveConstructor() && made->isExplicit();
        });
    }

    static bool has_explicit_conversion(CXXRecordDecl const& record) {
        bool const own = std::ranges::any_of(record.decls(), [](clang::Decl const* each) {
            if (auto const* const pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(each))
                each = pattern->getTemplatedDecl();
            auto const* const conversion = llvm::dyn_cast<clang::CXXConversionDecl>(each);
            return conversion && conversion->isExplicit();
        });
        return own || record.getNumBases() > 0;
    }

    Expr const& spelled_;
};

/// Finds code that is one thing wherever it is called from.
class OwnCode : public rewrite::CodeVisitor {
public:
    bool found = false;

    bool shouldVisitImplicitCode() const override { return true; }
    bool VisitLambdaExpr(clang::LambdaExpr*) override { return find(); }
    bool VisitStmtExpr(clang::StmtExpr*) override { return find(); }
    bool VisitBlockExpr(clang::BlockExpr*) override { return find(); }

private:
    bool find() {
        found = true;
        return false;
    }
};

/// Whether nothing in an object of the type refers or points to another.
bool stands_alone(clang::QualType type) {
    type = type.getCanonicalType().getNonReferenceType();
    while (auto const* const array = type->getAsArrayTypeUnsafe())
        type = array->getElementType();
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record) return type->isArithmeticType() || type->isEnumeralType();
    if (is_of_system(*record))
        return record->getDeclName().isIdentifier() && record->getName() != "initializer_list" &&
               holds_its_value(type);
    return record->hasDefinition() && record->isTriviallyCopyable() && record->getNumBases() == 0 &&
           std::ranges::all_of(record->fields(), [](clang::FieldDecl const* field) {
               return stands_alone(field->getType());
           });
}

/// What can be written twice without making two objects that somebody could tell apart.
bool is_plain_value(clang::QualType type) {
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record) return type->isScalarType();
    return record->hasDefinition() && !record->hasMutableFields() &&
           type.isTriviallyCopyableType(record->getASTContext()) && record->hasTrivialDestructor();
}

/// Whether the constructor that takes an argument by reference copies it at once.
bool is_consumed_by(clang::CXXCtorInitializer const& initialiser, Expr const& part,
                    Stability argument, ParameterFacts const& facts) {
    auto const* const made =
        llvm::dyn_cast<clang::CXXConstructExpr>(initialiser.getInit()->IgnoreImplicit());
    auto const* const definition =
        made && initialiser.isBaseInitializer()
            ? llvm::dyn_cast_or_null<CXXConstructorDecl>(made->getConstructor()->getDefinition())
            : nullptr;
    if (!definition || !definition->hasBody()) return false;
    unsigned at = 0;
    while (at < made->getNumArgs() && made->getArg(at) != &part)
        ++at;
    if (at >= std::min(made->getNumArgs(), definition->getNumParams())) return false;
    ParmVarDecl const& inner = *definition->getParamDecl(at);
    if (!inner.getType()->isReferenceType()) return false;
    ParameterUses const uses = uses_of(inner, *definition, argument, facts);
    return uses.is_whole && uses.is_consumed;
}

} // namespace

ParameterUses uses_of(ParmVarDecl const& parameter, CXXConstructorDecl const& definition,
                      Stability argument, ParameterFacts const& facts) {
    ParameterUses uses;
    WholeUse whole(parameter, facts,
                   argument == Stability::acts ? Stability::stable : Stability::reads);
    for (clang::CXXCtorInitializer const* each : definition.inits()) {
        Mentions mentions(parameter);
        mentions.TraverseStmt(each->getInit());
        uses.count += mentions.count;
        uses.is_changed |= modified_parameters(*each->getInit()).contains(&parameter);
        uses.is_held |= held_parameters(*each->getInit()).contains(&parameter);
        if (mentions.count == 0) continue;
        unsigned plain = 0;
        for (Expr const* part : parts_of(*each)) {
            plain += plain_uses(*part, parameter);
            if (!whole.is_in(*part)) continue;
            uses.is_whole = true;
            uses.is_consumed |= is_consumed_by(*each, *part, argument, facts);
        }
        uses.is_displaced |= plain != mentions.count;
    }
    uses.in_body = named_parameters(*definition.getBody()).contains(&parameter);
    uses.is_held |= held_parameters(*definition.getBody()).contains(&parameter);
    uses.is_whole &= uses.count == 1 && !uses.in_body && !uses.is_displaced;
    uses.is_consumed |= whole.is_consumed;
    return uses;
}

bool may_be_repeated(ParmVarDecl const& parameter, Expr const& argument,
                     ParameterUses const& uses) {
    clang::QualType const type = parameter.getType();
    Temporaries const temporaries = temporaries_of(argument);
    if (uses.is_displaced || temporaries.are_observable) return false;
    bool const names_object = type->isReferenceType() && !temporaries.are_referred_to;
    if (names_object) return true;
    if (temporaries.are_referred_to && !stands_alone(type)) return false;
    bool const is_changed = type->isReferenceType() ? uses.is_held : uses.is_changed;
    return !is_changed && is_plain_value(type.getNonReferenceType());
}

bool may_be_deferred(ParmVarDecl const& parameter, Expr const& argument,
                     ParameterUses const& uses) {
    clang::QualType const type = parameter.getType();
    Temporaries const temporaries = temporaries_of(argument);
    if (!uses.is_whole || temporaries.are_observable) return false;
    if (type->isReferenceType() && !temporaries.are_referred_to) return true;
    if (temporaries.are_referred_to && !stands_alone(type)) return false;
    return uses.is_consumed && (type->isReferenceType() || is_copied_without_trace(type));
}

bool has_doubtful_conversion(Expr const& argument) {
    Conversions conversions(argument);
    conversions.TraverseStmt(const_cast<Expr*>(&argument));
    return conversions.are_doubtful;
}

bool is_bound_to_its_place(Stmt const& code) {
    OwnCode own;
    own.TraverseStmt(const_cast<Stmt*>(&code));
    return own.found;
}

} // namespace collapse

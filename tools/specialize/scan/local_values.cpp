// SPDX-License-Identifier: BSD-2-Clause
// One walk over the function's body; a use that only reads or writes a member publishes nothing.
#include "local_values.hpp"

#include <rewrite/syntax/byte_functions.hpp>
#include <rewrite/syntax/syntax_visitor.hpp>

#include <llvm/ADT/StringSwitch.h>

#include <algorithm>

namespace specialize {

using clang::Expr;
using clang::SourceLocation;
using clang::VarDecl;
using llvm::dyn_cast;
using llvm::isa;

class LocalVisitor : public rewrite::SyntaxVisitor {
public:
    explicit LocalVisitor(LocalValues& values) : values_(values) {}

    /// Nothing of it is ever run.
    bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*) override {
        return true;
    }

    bool VisitVarDecl(VarDecl* variable) override {
        if (variable->getInit() && !isa<clang::ParmVarDecl>(variable))
            values_.variables_[variable].values.push_back(variable->getInit());
        return true;
    }

    bool VisitBinaryOperator(clang::BinaryOperator* operation) override {
        for (Expr const* side : {operation->getLHS(), operation->getRHS()})
            if (operation->isComparisonOp()) allow(*side);
        VarDecl const* const target = variable_of(*operation->getLHS());
        if (!target || !operation->isAssignmentOp()) return true;
        allow(*operation->getLHS());
        if (operation->getOpcode() == clang::BO_Assign)
            values_.variables_[target].values.push_back(operation->getRHS());
        else
            values_.variables_[target].is_unknown = true;
        return true;
    }

    bool VisitUnaryOperator(clang::UnaryOperator* operation) override {
        if (operation->getOpcode() == clang::UO_LNot) allow(*operation->getSubExpr());
        if (operation->getOpcode() == clang::UO_AddrOf) publish(*operation->getSubExpr());
        VarDecl const* const target = variable_of(*operation->getSubExpr());
        bool const changes =
            operation->isIncrementDecrementOp() || operation->getOpcode() == clang::UO_AddrOf;
        if (target && changes) values_.variables_[target].is_unknown = true;
        return true;
    }

    bool VisitCastExpr(clang::CastExpr* cast) override {
        if (cast->getCastKind() == clang::CK_PointerToBoolean) allow(*cast->getSubExpr());
        if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) publish(*cast->getSubExpr());
        return true;
    }

    bool VisitMemberExpr(clang::MemberExpr* member) override {
        if (member->isArrow() && isa<clang::FieldDecl>(member->getMemberDecl()))
            allow(*member->getBase());
        return true;
    }

    bool VisitCallExpr(clang::CallExpr* call) override {
        for (Expr const* each : call->arguments())
            bind(*each);
        return true;
    }

    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        for (Expr const* each : made->arguments())
            bind(*each);
        return true;
    }

    bool VisitLambdaExpr(clang::LambdaExpr* lambda) override {
        for (clang::LambdaCapture const& each : lambda->captures())
            if (each.capturesVariable())
                if (auto* const variable = dyn_cast<VarDecl>(each.getCapturedVar()))
                    values_.variables_[variable].is_unknown |=
                        each.getCaptureKind() == clang::LCK_ByRef;
        return true;
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        if (!allowed_.contains(name)) publish(*name);
        return true;
    }

    bool VisitStmt(clang::Stmt* code) override {
        if (isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(code))
            values_.loops_.push_back(code->getSourceRange());
        if (auto const* const jump = dyn_cast<clang::GotoStmt>(code))
            values_.loops_.emplace_back(jump->getLabel()->getStmt()->getBeginLoc(),
                                        jump->getBeginLoc());
        return true;
    }

private:
    static VarDecl const* variable_of(Expr const& expression) {
        auto const* const name = dyn_cast<clang::DeclRefExpr>(expression.IgnoreParenImpCasts());
        return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    }

    /// The visit of an expression comes before that of its parts.
    void allow(Expr const& expression) { allowed_.insert(expression.IgnoreParenImpCasts()); }

    /// A part of the object that others may keep a pointer to.
    void publish(Expr const& place) {
        Expr const* at = place.IgnoreParenImpCasts();
        while (auto const* const member = dyn_cast<clang::MemberExpr>(at))
            at = member->getBase()->IgnoreParenImpCasts();
        if (VarDecl const* const variable = variable_of(*at))
            values_.variables_[variable].publications.push_back(place.getBeginLoc());
    }

    void bind(Expr const& argument) {
        if (!argument.isGLValue()) return;
        publish(argument);
        if (VarDecl const* const variable = variable_of(argument))
            values_.variables_[variable].is_unknown |= !argument.getType().isConstQualified();
    }

    LocalValues& values_;
    std::set<Expr const*> allowed_;
};

LocalValues::LocalValues(clang::FunctionDecl const& function)
    : sources_(function.getASTContext().getSourceManager()) {
    if (clang::Stmt* const body = function.getBody()) LocalVisitor(*this).TraverseStmt(body);
    if (auto const* const made = dyn_cast<clang::CXXConstructorDecl>(&function))
        for (clang::CXXCtorInitializer const* each : made->inits())
            LocalVisitor(*this).TraverseStmt(each->getInit());
}

std::optional<std::vector<Expr const*>> LocalValues::values(VarDecl const& variable) const {
    if (!variable.hasLocalStorage()) return std::nullopt;
    auto const found = variables_.find(&variable);
    if (found == variables_.end()) return std::vector<Expr const*>{};
    if (found->second.is_unknown && !variable.getType()->isReferenceType()) return std::nullopt;
    return found->second.values;
}

bool LocalValues::is_unpublished(VarDecl const& pointer, SourceLocation place) const {
    auto const known = values(pointer);
    if (!known || known->empty() || isa<clang::ParmVarDecl>(pointer)) return false;
    if (pointer.getType()->isReferenceType()) return false;
    SourceLocation made;
    for (Expr const* each : *known) {
        bool const is_null =
            each->isNullPointerConstant(pointer.getASTContext(),
                                        Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
        if (is_null) continue;
        if (!is_allocation(*each) || made.isValid()) return false;
        made = each->getBeginLoc();
    }
    auto const comes_before = [&](SourceLocation first, SourceLocation second) {
        return sources_.isBeforeInTranslationUnit(first, second);
    };
    auto const contains = [&](clang::SourceRange range, SourceLocation at) {
        return !comes_before(at, range.getBegin()) && !comes_before(range.getEnd(), at);
    };
    if (made.isInvalid() || comes_before(place, made)) return false;
    bool const loops = std::ranges::any_of(loops_, [&](clang::SourceRange const& loop) {
        return contains(loop, place) && !contains(loop, made);
    });
    auto const& publications = variables_.at(&pointer).publications;
    return !loops && std::ranges::all_of(publications, [&](SourceLocation each) {
        return comes_before(place, each);
    });
}

bool is_allocation(Expr const& expression) {
    Expr const* const inner = expression.IgnoreParenCasts();
    if (auto const* const made = dyn_cast<clang::CXXNewExpr>(inner))
        return made->getNumPlacementArgs() == 0;
    auto const* const call = dyn_cast<clang::CallExpr>(inner);
    clang::FunctionDecl const* const callee = call ? call->getDirectCallee() : nullptr;
    if (!callee) return false;
    if (callee->getOverloadedOperator() == clang::OO_New) return true;
    return llvm::StringSwitch<bool>(rewrite::plain_name(*callee))
        .Cases("malloc", "calloc", "aligned_alloc", "alloca", "mem_alloc", true)
        .Default(false);
}

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// A walk over the code of a source that knows which function it is in.
#pragma once

#include "program_names.hpp"

#include <rewrite/syntax/clang.hpp>
#include <rewrite/syntax/code_visitor.hpp>

namespace specialize {

/// Sees all that is compiled: instances of templates, not the templates; lambdas as functions of
/// their own. Facts functions are no part of the program.
class FunctionVisitor : public rewrite::CodeVisitor {
public:
    explicit FunctionVisitor(ProgramNames const& names) : names_(names) {}

    bool shouldVisitTemplateInstantiations() const override { return true; }

    void walk() { TraverseDecl(names_.unit().context().getTranslationUnitDecl()); }

    bool TraverseDecl(clang::Decl* declaration) override {
        if (!declaration) return true;
        auto* const function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
        if (function && (function->isDependentContext() || states_facts(*function))) return true;
        if (auto* const record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration))
            if (record->isDependentContext()) return true;
        if (auto* const variable = llvm::dyn_cast<clang::VarDecl>(declaration))
            if (variable->isTemplated()) return true;
        clang::FunctionDecl const* const outer = function_;
        if (function) function_ = function;
        bool const goes_on = CodeVisitor::TraverseDecl(declaration);
        function_ = outer;
        return goes_on;
    }

    bool TraverseLambdaExpr(clang::LambdaExpr* lambda) override {
        for (clang::Expr* each : lambda->capture_inits())
            if (each && !TraverseStmt(each)) return false;
        if (!WalkUpFromLambdaExpr(lambda)) return false;
        if (!lambda->isGenericLambda()) return TraverseDecl(lambda->getCallOperator());
        auto* const pattern = lambda->getCallOperator()->getDescribedFunctionTemplate();
        for (clang::FunctionDecl* each : pattern->specializations())
            if (!TraverseDecl(each)) return false;
        return true;
    }

    /// With the calls that the loop means: `begin()`, `++`.
    bool TraverseCXXForRangeStmt(clang::CXXForRangeStmt* loop) override {
        for (clang::Stmt* each : loop->children()) {
            if (each && !TraverseStmt(each)) return false;
            auto* const declared = llvm::dyn_cast_or_null<clang::DeclStmt>(each);
            auto* const variable = declared && declared->isSingleDecl()
                                       ? llvm::dyn_cast<clang::VarDecl>(declared->getSingleDecl())
                                       : nullptr;
            if (!variable || !variable->isImplicit()) continue;
            if (!WalkUpFromVarDecl(variable)) return false;
            if (!TraverseStmt(variable->getInit())) return false;
        }
        return true;
    }

    /// Nothing of it is ever run.
    bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*) override {
        return true;
    }
    bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr*) override { return true; }
    bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc) override { return true; }
    bool TraverseTypeOfExprTypeLoc(clang::TypeOfExprTypeLoc) override { return true; }

protected:
    static bool states_facts(clang::FunctionDecl const& function) {
        return function.getDeclName().isIdentifier() && function.getName().starts_with("flatland_");
    }

    ProgramNames const& names_;
    clang::FunctionDecl const* function_ = nullptr; ///< null: an initialiser of a global
};

} // namespace specialize

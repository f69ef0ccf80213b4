// SPDX-License-Identifier: BSD-2-Clause
// A function's address is taken wherever its name is not that of a call.
#include "callables.hpp"

#include <rewrite/syntax/code_visitor.hpp>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;

namespace {

class CallableWalk : public rewrite::CodeVisitor {
public:
    CallableWalk(rewrite::Unit const& unit, Callables& found) : unit_(unit), found_(found) {}

    bool shouldVisitTemplateInstantiations() const override { return true; }

    bool VisitCallExpr(clang::CallExpr* call) override {
        called_.insert(call->getCallee()->IgnoreParenImpCasts());
        return true;
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        auto const* const function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl());
        if (function && !called_.contains(name))
            found_.indirect.insert(function->getCanonicalDecl());
        return true;
    }

    bool VisitLambdaExpr(clang::LambdaExpr* lambda) override {
        if (!lambda->isGenericLambda()) {
            found_.indirect.insert(lambda->getCallOperator()->getCanonicalDecl());
            return true;
        }
        auto* const made_from = lambda->getCallOperator()->getDescribedFunctionTemplate();
        for (clang::FunctionDecl* each : made_from->specializations()) {
            found_.indirect.insert(each->getCanonicalDecl());
            TraverseStmt(each->getBody());
        }
        return true;
    }

    bool VisitCXXMethodDecl(CXXMethodDecl* method) override {
        if (method->isDependentContext()) return true;
        if (method->getOverloadedOperator() == clang::OO_Call)
            found_.indirect.insert(method->getCanonicalDecl());
        note_overridden(*method, *method);
        return true;
    }

    /// `operator new` and `operator delete` of the whole program.
    bool VisitFunctionDecl(clang::FunctionDecl* function) override {
        if (function->isReplaceableGlobalAllocationFunction())
            found_.of_system.insert(function->getCanonicalDecl());
        return true;
    }

    bool VisitVarDecl(clang::VarDecl* variable) override {
        if (variable->hasGlobalStorage() && variable->hasExternalFormalLinkage())
            if (CXXRecordDecl const* const record = variable->getType()->getAsCXXRecordDecl())
                found_.global.insert(record->getCanonicalDecl());
        return true;
    }

    bool VisitCXXRecordDecl(CXXRecordDecl* record) override {
        if (!record->isThisDeclarationADefinition() || record->isDependentContext()) return true;
        record->forallBases([&](CXXRecordDecl const* base) {
            found_.derived[base->getCanonicalDecl()].insert(record);
            return true;
        });
        return true;
    }

private:
    void note_overridden(CXXMethodDecl const& method, CXXMethodDecl const& overrider) {
        for (CXXMethodDecl const* each : method.overridden_methods()) {
            found_.overriders[each->getCanonicalDecl()].insert(&overrider);
            if (!unit_.offset(each->getLocation())) found_.of_system.insert(&overrider);
            note_overridden(*each, overrider);
        }
    }

    rewrite::Unit const& unit_;
    Callables& found_;
    std::set<clang::Expr const*> called_;
};

} // namespace

Callables find_callables(rewrite::Unit const& unit) {
    Callables found;
    CallableWalk walk(unit, found);
    for (clang::Decl* each : unit.context().getTranslationUnitDecl()->decls())
        if (unit.offset(each->getLocation())) walk.TraverseDecl(each);
    return found;
}

} // namespace collapse

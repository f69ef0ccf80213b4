// SPDX-License-Identifier: BSD-2-Clause
// Visits both forms of a list: the semantic one with its parts, and the designators of the other;
// and the instances of generic lambda expressions.
#include "code_visitor.hpp"

#include <algorithm>

namespace rewrite {

bool CodeVisitor::TraverseInitListExpr(clang::InitListExpr* list) {
    clang::InitListExpr* const semantic = list->isSemanticForm() ? list : list->getSemanticForm();
    if (semantic) note_base_parts(*semantic);
    clang::InitListExpr* const written = list->isSyntacticForm() ? list : list->getSyntacticForm();
    if (!semantic || !written || semantic == written)
        return SyntaxVisitor::TraverseInitListExpr(list);
    if (!WalkUpFromInitListExpr(semantic)) return false;
    for (clang::Expr* each : written->inits())
        if (auto* const designated = llvm::dyn_cast<clang::DesignatedInitExpr>(each))
            if (!WalkUpFromDesignatedInitExpr(designated)) return false;
    for (clang::Stmt* each : semantic->children())
        if (each && !TraverseStmt(each)) return false;
    return true;
}

bool CodeVisitor::TraverseLambdaExpr(clang::LambdaExpr* lambda) {
    if (!SyntaxVisitor::TraverseLambdaExpr(lambda)) return false;
    clang::FunctionTemplateDecl* const form =
        lambda->getLambdaClass()->getDependentLambdaCallOperator();
    if (!form || !shouldVisitTemplateInstantiations()) return true;
    return std::ranges::all_of(form->specializations(), [&](clang::FunctionDecl* instance) {
        return TraverseDecl(instance);
    });
}

void CodeVisitor::note_base_parts(clang::InitListExpr const& list) {
    clang::CXXRecordDecl const* const record = list.getType()->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition()) return;
    for (unsigned i = 0; i < std::min(record->getNumBases(), list.getNumInits()); ++i)
        base_parts_.insert(list.getInit(i)->IgnoreImplicit());
}

} // namespace rewrite

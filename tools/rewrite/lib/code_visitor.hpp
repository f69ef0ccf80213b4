// SPDX-License-Identifier: BSD-2-Clause
// A walk over syntax trees that sees `{...}` as the compiler understands it.
#pragma once

#include "clang.hpp"

#include <algorithm>
#include <set>

namespace rewrite {

/// Clang keeps two forms of such a list: conversions and constructors stand only in the semantic
/// one, the names of designators only in the one that is written, which is all that its own visitor
/// walks over.
template<class Walk>
class CodeVisitor : public clang::RecursiveASTVisitor<Walk> {
public:
    bool TraverseInitListExpr(clang::InitListExpr* list) {
        clang::InitListExpr* const semantic =
            list->isSemanticForm() ? list : list->getSemanticForm();
        if (semantic) note_base_parts(*semantic);
        clang::InitListExpr* const written =
            list->isSyntacticForm() ? list : list->getSyntacticForm();
        if (!semantic || !written || semantic == written)
            return clang::RecursiveASTVisitor<Walk>::TraverseInitListExpr(list);
        Walk& walk = *static_cast<Walk*>(this);
        if (!walk.WalkUpFromInitListExpr(semantic)) return false;
        for (clang::Expr* each : written->inits())
            if (auto* const designated = llvm::dyn_cast<clang::DesignatedInitExpr>(each))
                if (!walk.WalkUpFromDesignatedInitExpr(designated)) return false;
        for (clang::Stmt* each : semantic->children())
            if (each && !walk.TraverseStmt(each)) return false;
        return true;
    }

protected:
    /// Whether what is met in a list initialises a base of the list's object.
    bool is_base_part(clang::Expr const& initialiser) const {
        return base_parts_.contains(&initialiser);
    }

private:
    void note_base_parts(clang::InitListExpr const& list) {
        clang::CXXRecordDecl const* const record = list.getType()->getAsCXXRecordDecl();
        if (!record || !record->hasDefinition()) return;
        for (unsigned i = 0; i < std::min(record->getNumBases(), list.getNumInits()); ++i)
            base_parts_.insert(list.getInit(i)->IgnoreImplicit());
    }

    std::set<clang::Expr const*> base_parts_;
};

} // namespace rewrite

// SPDX-License-Identifier: BSD-2-Clause
// A walk over syntax trees with virtual functions as hooks.
#pragma once

#include "clang.hpp"
#include "visited_nodes.hpp"

namespace rewrite {

/// Clang's RecursiveASTVisitor, compiled once: that template is 6 to 9 s of compile time for each
/// class made of it, a class derived from this one none. A node costs a virtual call for each kind
/// of visited_nodes.hpp that it is; a kind that is missing there is added.
///
/// Hooks have clang's names and meanings: `VisitX` sees a node of kind X after it was seen as
/// what is above X, before its parts, and ends the whole walk by `false`. `TraverseX` is the node
/// with its parts; an override calls that of its base class for the usual parts, or leaves them
/// out by `true`. `dataTraverseStmtPre` leaves a statement out by `false`; other than TraverseX it
/// keeps the walk's queue, so that the depth of the code is not that of the stack.
///
/// A walk starts in none of the constructors of a class that has further classes below it.
class SyntaxVisitor {
public:
    virtual bool shouldVisitTemplateInstantiations() const { return false; }
    virtual bool shouldVisitImplicitCode() const { return false; }
    virtual bool dataTraverseStmtPre(clang::Stmt*) { return true; }

#define REWRITE_VISIT(KIND)                                                                        \
    virtual bool Visit##KIND(clang::KIND*) { return true; }
    REWRITE_VISITED_STATEMENTS(REWRITE_VISIT)
    REWRITE_VISITED_DECLARATIONS(REWRITE_VISIT)
    REWRITE_VISIT(ConceptReference)
#undef REWRITE_VISIT
#define REWRITE_VISIT(KIND)                                                                        \
    virtual bool Visit##KIND(clang::KIND) { return true; }
    REWRITE_VISITED_TYPES(REWRITE_VISIT)
#undef REWRITE_VISIT
#define REWRITE_TRAVERSE(NAME, TYPE) virtual bool Traverse##NAME(TYPE node);
    REWRITE_TRAVERSED(REWRITE_TRAVERSE)
#undef REWRITE_TRAVERSE

    bool TraverseAST(clang::ASTContext& context);
    bool TraverseStmt(clang::Stmt* code);
    bool TraverseAttr(clang::Attr* attribute);

protected:
    ~SyntaxVisitor() = default;

    // A node alone, as all that it is.
    bool WalkUpFromDesignatedInitExpr(clang::DesignatedInitExpr* list);
    bool WalkUpFromInitListExpr(clang::InitListExpr* list);
    bool WalkUpFromLambdaExpr(clang::LambdaExpr* lambda);
    bool WalkUpFromVarDecl(clang::VarDecl* variable);
};

} // namespace rewrite

// SPDX-License-Identifier: BSD-2-Clause
// The one class that is made of clang's visitor: it hands nodes on to hooks.
#include "syntax_visitor.hpp"

#include <clang/AST/RecursiveASTVisitor.h>

namespace rewrite {

namespace {

/// Without a state of its own: each entry into a walk makes one.
class Walk : public clang::RecursiveASTVisitor<Walk> {
public:
    using Base = clang::RecursiveASTVisitor<Walk>;

    explicit Walk(SyntaxVisitor& hooks) : hooks_(hooks) {}

    bool shouldVisitTemplateInstantiations() const {
        return hooks_.shouldVisitTemplateInstantiations();
    }
    bool shouldVisitImplicitCode() const { return hooks_.shouldVisitImplicitCode(); }
    bool dataTraverseStmtPre(clang::Stmt* code) { return hooks_.dataTraverseStmtPre(code); }

#define REWRITE_VISIT(KIND)                                                                        \
    bool Visit##KIND(clang::KIND* node) { return hooks_.Visit##KIND(node); }
    REWRITE_VISITED_STATEMENTS(REWRITE_VISIT)
    REWRITE_VISITED_DECLARATIONS(REWRITE_VISIT)
    REWRITE_VISIT(ConceptReference)
#undef REWRITE_VISIT
#define REWRITE_VISIT(KIND)                                                                        \
    bool Visit##KIND(clang::KIND node) { return hooks_.Visit##KIND(node); }
    REWRITE_VISITED_TYPES(REWRITE_VISIT)
#undef REWRITE_VISIT
#define REWRITE_TRAVERSE(NAME, TYPE)                                                               \
    bool Traverse##NAME(TYPE node) { return hooks_.Traverse##NAME(node); }
    REWRITE_TRAVERSED(REWRITE_TRAVERSE)
#undef REWRITE_TRAVERSE

private:
    SyntaxVisitor& hooks_;
};

} // namespace

#define REWRITE_TRAVERSE(NAME, TYPE)                                                               \
    bool SyntaxVisitor::Traverse##NAME(TYPE node) {                                                \
        Walk walk(*this);                                                                          \
        return walk.Base::Traverse##NAME(node);                                                    \
    }
REWRITE_TRAVERSED(REWRITE_TRAVERSE)
#undef REWRITE_TRAVERSE

bool SyntaxVisitor::TraverseAST(clang::ASTContext& context) {
    return TraverseDecl(context.getTranslationUnitDecl());
}

bool SyntaxVisitor::TraverseStmt(clang::Stmt* code) {
    return Walk(*this).TraverseStmt(code);
}

bool SyntaxVisitor::TraverseAttr(clang::Attr* attribute) {
    return Walk(*this).TraverseAttr(attribute);
}

bool SyntaxVisitor::WalkUpFromDesignatedInitExpr(clang::DesignatedInitExpr* list) {
    return Walk(*this).WalkUpFromDesignatedInitExpr(list);
}

bool SyntaxVisitor::WalkUpFromInitListExpr(clang::InitListExpr* list) {
    return Walk(*this).WalkUpFromInitListExpr(list);
}

bool SyntaxVisitor::WalkUpFromLambdaExpr(clang::LambdaExpr* lambda) {
    return Walk(*this).WalkUpFromLambdaExpr(lambda);
}

bool SyntaxVisitor::WalkUpFromVarDecl(clang::VarDecl* variable) {
    return Walk(*this).WalkUpFromVarDecl(variable);
}

} // namespace rewrite

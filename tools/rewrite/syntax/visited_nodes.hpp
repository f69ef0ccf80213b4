// SPDX-License-Identifier: BSD-2-Clause
// The kinds of syntax nodes for which a SyntaxVisitor has hooks, as lists for macros.
#pragma once

// The kinds that some walk visits.
#define REWRITE_VISITED_STATEMENTS(X)                                                              \
    X(Stmt)                                                                                        \
    X(AsmStmt)                                                                                     \
    X(CXXCatchStmt)                                                                                \
    X(CXXForRangeStmt)                                                                             \
    X(CoroutineBodyStmt)                                                                           \
    X(GCCAsmStmt)                                                                                  \
    X(IfStmt)                                                                                      \
    X(ReturnStmt)                                                                                  \
    X(Expr)                                                                                        \
    X(AddrLabelExpr)                                                                               \
    X(ArraySubscriptExpr)                                                                          \
    X(ArrayTypeTraitExpr)                                                                          \
    X(AtomicExpr)                                                                                  \
    X(BinaryOperator)                                                                              \
    X(BlockExpr)                                                                                   \
    X(BuiltinBitCastExpr)                                                                          \
    X(CXXBindTemporaryExpr)                                                                        \
    X(CXXConstructExpr)                                                                            \
    X(CXXDefaultArgExpr)                                                                           \
    X(CXXDefaultInitExpr)                                                                          \
    X(CXXDeleteExpr)                                                                               \
    X(CXXDependentScopeMemberExpr)                                                                 \
    X(CXXDynamicCastExpr)                                                                          \
    X(CXXInheritedCtorInitExpr)                                                                    \
    X(CXXMemberCallExpr)                                                                           \
    X(CXXNewExpr)                                                                                  \
    X(CXXNoexceptExpr)                                                                             \
    X(CXXOperatorCallExpr)                                                                         \
    X(CXXParenListInitExpr)                                                                        \
    X(CXXRewrittenBinaryOperator)                                                                  \
    X(CXXScalarValueInitExpr)                                                                      \
    X(CXXThisExpr)                                                                                 \
    X(CXXThrowExpr)                                                                                \
    X(CXXTypeidExpr)                                                                               \
    X(CallExpr)                                                                                    \
    X(CastExpr)                                                                                    \
    X(CoawaitExpr)                                                                                 \
    X(ConceptSpecializationExpr)                                                                   \
    X(DeclRefExpr)                                                                                 \
    X(DependentScopeDeclRefExpr)                                                                   \
    X(DesignatedInitExpr)                                                                          \
    X(ExpressionTraitExpr)                                                                         \
    X(ImplicitCastExpr)                                                                            \
    X(InitListExpr)                                                                                \
    X(LambdaExpr)                                                                                  \
    X(MaterializeTemporaryExpr)                                                                    \
    X(MemberExpr)                                                                                  \
    X(OffsetOfExpr)                                                                                \
    X(OverloadExpr)                                                                                \
    X(PredefinedExpr)                                                                              \
    X(RequiresExpr)                                                                                \
    X(SourceLocExpr)                                                                               \
    X(StmtExpr)                                                                                    \
    X(TypeTraitExpr)                                                                               \
    X(UnaryExprOrTypeTraitExpr)                                                                    \
    X(UnaryOperator)                                                                               \
    X(UnresolvedLookupExpr)                                                                        \
    X(UnresolvedMemberExpr)                                                                        \
    X(VAArgExpr)

#define REWRITE_VISITED_DECLARATIONS(X)                                                            \
    X(BindingDecl)                                                                                 \
    X(CXXConstructorDecl)                                                                          \
    X(CXXDestructorDecl)                                                                           \
    X(CXXMethodDecl)                                                                               \
    X(CXXRecordDecl)                                                                               \
    X(ClassTemplateDecl)                                                                           \
    X(DecompositionDecl)                                                                           \
    X(EnumConstantDecl)                                                                            \
    X(FieldDecl)                                                                                   \
    X(FileScopeAsmDecl)                                                                            \
    X(FunctionDecl)                                                                                \
    X(FunctionTemplateDecl)                                                                        \
    X(NamedDecl)                                                                                   \
    X(TagDecl)                                                                                     \
    X(UsingDecl)                                                                                   \
    X(UsingDirectiveDecl)                                                                          \
    X(ValueDecl)                                                                                   \
    X(VarDecl)                                                                                     \
    X(VarTemplateDecl)

#define REWRITE_VISITED_TYPES(X)                                                                   \
    X(TypeLoc)                                                                                     \
    X(ElaboratedTypeLoc)                                                                           \
    X(MemberPointerTypeLoc)                                                                        \
    X(TagTypeLoc)                                                                                  \
    X(TemplateSpecializationTypeLoc)                                                               \
    X(UsingTypeLoc)

// The kinds whose parts some walk goes over in its own way, or not at all.
#define REWRITE_TRAVERSED(X)                                                                       \
    X(CXXForRangeStmt, clang::CXXForRangeStmt*)                                                    \
    X(CXXNoexceptExpr, clang::CXXNoexceptExpr*)                                                    \
    X(CXXTypeidExpr, clang::CXXTypeidExpr*)                                                        \
    X(InitListExpr, clang::InitListExpr*)                                                          \
    X(LambdaExpr, clang::LambdaExpr*)                                                              \
    X(RequiresExpr, clang::RequiresExpr*)                                                          \
    X(UnaryExprOrTypeTraitExpr, clang::UnaryExprOrTypeTraitExpr*)                                  \
    X(Decl, clang::Decl*)                                                                          \
    X(CXXConstructorDecl, clang::CXXConstructorDecl*)                                              \
    X(CXXDestructorDecl, clang::CXXDestructorDecl*)                                                \
    X(CXXMethodDecl, clang::CXXMethodDecl*)                                                        \
    X(ConceptDecl, clang::ConceptDecl*)                                                            \
    X(FieldDecl, clang::FieldDecl*)                                                                \
    X(FunctionDecl, clang::FunctionDecl*)                                                          \
    X(ParmVarDecl, clang::ParmVarDecl*)                                                            \
    X(StaticAssertDecl, clang::StaticAssertDecl*)                                                  \
    X(TypeLoc, clang::TypeLoc)                                                                     \
    X(DecltypeTypeLoc, clang::DecltypeTypeLoc)                                                     \
    X(FunctionProtoTypeLoc, clang::FunctionProtoTypeLoc)                                           \
    X(TypeOfExprTypeLoc, clang::TypeOfExprTypeLoc)                                                 \
    X(NestedNameSpecifierLoc, clang::NestedNameSpecifierLoc)                                       \
    X(ConstructorInitializer, clang::CXXCtorInitializer*)

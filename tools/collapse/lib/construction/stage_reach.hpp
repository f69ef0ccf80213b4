// SPDX-License-Identifier: BSD-2-Clause
// Finds virtual calls that reach the object otherwise than through `this` while one of its bases is
// constructed or destroyed.
#pragma once

#include <collapse/lib/hierarchy/callables.hpp>
#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <rewrite/syntax/code_visitor.hpp>

#include <rewrite/text/text_share.hpp>

namespace collapse {

/// Everything that runs at one stage: constructors and destructor, those of the members, and what
/// they call, on whatever objects. A virtual call that means another function later is refused
/// unless its object is surely another one, or it is among those that were followed as calls on the
/// object itself.
class StageReach : public rewrite::CodeVisitor {
public:
    StageReach(rewrite::Unit const& unit, Hierarchy const& hierarchy,
               clang::CXXRecordDecl const& stage, Callables const& callables,
               std::set<clang::Expr const*> const& followed, rewrite::Diagnostics& diagnostics)
        : unit_(unit), hierarchy_(hierarchy), stage_(stage), callables_(callables),
          followed_(followed), diagnostics_(diagnostics),
          share_(unit.context().getSourceManager()) {}

    void walk();

    bool shouldVisitImplicitCode() const override { return true; }
    bool TraverseTypeLoc(clang::TypeLoc) override { return true; }
    bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*) override {
        return true;
    }
    bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr*) override { return true; }

    bool VisitCallExpr(clang::CallExpr* call) override;
    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override;
    bool VisitCXXInheritedCtorInitExpr(clang::CXXInheritedCtorInitExpr* made) override;
    bool VisitCXXNewExpr(clang::CXXNewExpr* made) override;
    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override;
    bool VisitBindingDecl(clang::BindingDecl* binding) override;
    bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr* made) override;
    bool VisitCXXDeleteExpr(clang::CXXDeleteExpr* destroyed) override;
    bool VisitVarDecl(clang::VarDecl* variable) override;

private:
    /// The function that is being walked.
    struct Frame {
        bool is_made_here = false; ///< a constructor or destructor: `this` is what it makes
        bool is_other = false;     ///< `this` is surely another object
    };

    void call_directly(clang::CallExpr const& call, clang::FunctionDecl const& function);
    void call_virtual(clang::CallExpr const& call, clang::CXXMethodDecl const& method,
                      clang::Expr const& object);
    void call_by_type(clang::QualType type);
    void call_system(clang::CallExpr const& call, clang::FunctionDecl const& function);
    void enter_indirect();
    void enter_those_of_system();
    void check_dispatch(clang::CallExpr const& call, clang::CXXMethodDecl const& method,
                        clang::Expr const& object);
    bool is_other(clang::Expr const& object) const;
    void enter(clang::FunctionDecl const& function, bool is_other);
    void destroy(clang::QualType type);
    void destroy_with_derived(clang::QualType type);
    void destroy_of_system(clang::CXXRecordDecl const& record);
    bool is_of_text(clang::Decl const& declaration) const;
    bool may_be_known_elsewhere() const;
    void refuse(clang::SourceLocation location, std::string const& what);

    rewrite::Unit const& unit_;
    Hierarchy const& hierarchy_;
    clang::CXXRecordDecl const& stage_;
    Callables const& callables_;
    std::set<clang::Expr const*> const& followed_;
    rewrite::Diagnostics& diagnostics_;
    rewrite::TextShare share_;
    Frame frame_;
    std::set<std::pair<clang::FunctionDecl const*, bool>> entered_;
    std::set<clang::CXXRecordDecl const*> destroyed_;
    std::set<clang::VarDecl const*> made_;
    std::set<std::string> refused_;
};

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Follows code that runs on an object while one of its bases is constructed or destroyed, through
// all functions that get the object, and refuses where its track is lost.
#pragma once

#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <rewrite/syntax/code_visitor.hpp>
#include <rewrite/text/unit.hpp>

#include <map>
#include <set>
#include <utility>

namespace collapse {

/// The callee's name in a call `f()` that must name the function of the stage afterwards.
using PhaseCalls = std::map<clang::MemberExpr const*, clang::CXXMethodDecl const*>;

/// Everything that runs on the object at one stage. The object is `*this` of the stage's functions
/// and of those that they call on it, and what local references, local pointers and parameters of
/// called functions stand for if they were made of it. Naming its members is no harm; a virtual
/// call that means another function later is noted in the stage's own code and refused elsewhere.
class StageWalk : public rewrite::CodeVisitor {
public:
    StageWalk(rewrite::Unit const& unit, Hierarchy const& hierarchy,
              clang::CXXRecordDecl const& stage, rewrite::Diagnostics& diagnostics,
              PhaseCalls& calls)
        : unit_(unit), hierarchy_(hierarchy), stage_(stage), diagnostics_(diagnostics),
          calls_(calls) {}

    /// Code of the stage itself: an initialiser or a body.
    void walk(clang::Stmt const& code) { TraverseStmt(const_cast<clang::Stmt*>(&code)); }

    /// Calls that were followed as calls on the object: the callee or the operator.
    std::set<clang::Expr const*> const& followed() const { return followed_; }

    bool TraverseLambdaExpr(clang::LambdaExpr* lambda) override;
    bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*) override {
        return true;
    }
    bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr*) override { return true; }

    bool VisitStmt(clang::Stmt* statement) override;
    bool VisitReturnStmt(clang::ReturnStmt* statement) override;
    bool VisitVarDecl(clang::VarDecl* variable) override;
    bool VisitBinaryOperator(clang::BinaryOperator* operation) override;
    bool VisitMemberExpr(clang::MemberExpr* member) override;
    bool VisitCallExpr(clang::CallExpr* call) override;
    bool VisitCXXThisExpr(clang::CXXThisExpr* self) override;
    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override;

private:
    /// How the code that is being walked runs.
    struct Frame {
        unsigned detours = 0; ///< functions and lambdas around it that may run later, too
        bool this_is_object = true;
        bool may_return_it = false;
    };

    bool may_be_object(clang::Expr const& expression) const;
    bool is_surely_object(clang::Expr const& expression) const;
    bool returns_object(clang::CallExpr const& call) const;
    bool may_return_object(clang::FunctionDecl const& function) const;
    void allow(clang::Expr const& use);
    void call_on_object(clang::CXXMethodDecl const& method, clang::SourceLocation place,
                        clang::MemberExpr const* direct);
    void call_by_pointer(clang::BinaryOperator const& access);
    void pass_object(clang::FunctionDecl const& function, unsigned parameter,
                     clang::Expr const& argument);
    void enter(clang::FunctionDecl const& function, bool on_object, unsigned parameter,
               clang::SourceLocation place);
    void give_away(clang::SourceLocation location);
    void refuse(clang::SourceLocation location, std::string const& what);

    rewrite::Unit const& unit_;
    Hierarchy const& hierarchy_;
    clang::CXXRecordDecl const& stage_;
    rewrite::Diagnostics& diagnostics_;
    PhaseCalls& calls_;
    Frame frame_;
    std::set<clang::Expr const*> allowed_; ///< uses of the object that are no harm
    std::set<clang::Expr const*> followed_;
    std::set<clang::VarDecl const*> names_; ///< variables that stand for the object
    std::set<clang::LambdaExpr const*> called_at_once_;
    std::set<std::pair<clang::FunctionDecl const*, unsigned>> entered_;
};

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Finds calls by a walk over the syntax tree.
#include "call_sites.hpp"

#include <collapse/lib/evaluation/call_arguments.hpp>

#include "clone_obstacles.hpp"

#include <rewrite/syntax/code_visitor.hpp>

namespace collapse {

using clang::FunctionDecl;
using llvm::dyn_cast;

namespace {

class Finder : public rewrite::CodeVisitor {
    using Walk = rewrite::CodeVisitor;

public:
    Finder(rewrite::Unit const& unit, CallSites& sites) : unit_(unit), sites_(sites) {}

    void walk(clang::Decl& declaration) {
        in_system_ = !unit_.offset(declaration.getLocation());
        TraverseDecl(&declaration);
    }

    bool shouldVisitTemplateInstantiations() const override { return true; }

    bool TraverseDecl(clang::Decl* declaration) override {
        FunctionDecl const* const outer = body_;
        if (auto const* function = llvm::dyn_cast_or_null<FunctionDecl>(declaration))
            body_ = function;
        bool const goes_on = Walk::TraverseDecl(declaration);
        body_ = outer;
        return goes_on;
    }

    bool TraverseRequiresExpr(clang::RequiresExpr* question) override {
        return asking([&] { return Walk::TraverseRequiresExpr(question); });
    }
    bool TraverseConceptDecl(clang::ConceptDecl* question) override {
        return asking([&] { return Walk::TraverseConceptDecl(question); });
    }
    bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc type) override {
        return asking([&] { return Walk::TraverseDecltypeTypeLoc(type); });
    }
    bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* question) override {
        return asking([&] { return Walk::TraverseUnaryExprOrTypeTraitExpr(question); });
    }
    bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr* question) override {
        return asking([&] { return Walk::TraverseCXXNoexceptExpr(question); });
    }

    bool VisitCallExpr(clang::CallExpr* call) override {
        if (asking_depth_ > 0 || in_system_) return true;
        called_.insert(call->getCallee()->IgnoreParenImpCasts());
        FunctionDecl const* const callee = call->getDirectCallee();
        if (!callee) return true;
        CallSite site{
            .callee = &written_function(*callee), .body = body_, .arguments = arguments_of(*call)};
        sites_.by_caller[body_ ? &written_function(*body_) : nullptr].push_back(std::move(site));
        return true;
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
        return note(*reference, *reference->getDecl());
    }

    bool VisitMemberExpr(clang::MemberExpr* member) override {
        return note(*member, *member->getMemberDecl());
    }

    bool VisitOverloadExpr(clang::OverloadExpr* name) override {
        auto const* const lookup = dyn_cast<clang::UnresolvedLookupExpr>(name);
        bool const finds_later = in_system_ && lookup && lookup->requiresADL();
        if (asking_depth_ > 0 || finds_later) sites_.looked_up.insert(name->getName());
        for (clang::NamedDecl const* each : name->decls())
            note(*name, *each->getUnderlyingDecl());
        return true;
    }

    /// Operators whose operands are not known yet find those of their classes later.
    bool VisitBinaryOperator(clang::BinaryOperator* operation) override {
        return look_up(*operation,
                       clang::BinaryOperator::getOverloadedOperator(operation->getOpcode()));
    }

    bool VisitUnaryOperator(clang::UnaryOperator* operation) override {
        return look_up(*operation,
                       clang::UnaryOperator::getOverloadedOperator(operation->getOpcode()));
    }

    bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr* name) override {
        if (asking_depth_ > 0) sites_.looked_up.insert(name->getMember());
        return true;
    }

    bool VisitDependentScopeDeclRefExpr(clang::DependentScopeDeclRefExpr* name) override {
        if (asking_depth_ > 0) sites_.looked_up.insert(name->getDeclName());
        return true;
    }

private:
    /// Whether calls are possible is asked in there, or what they would be.
    template<class Inner>
    bool asking(Inner inner) {
        ++asking_depth_;
        bool const goes_on = inner();
        --asking_depth_;
        return goes_on;
    }

    bool look_up(clang::Expr const& operation, clang::OverloadedOperatorKind kind) {
        bool const finds_later = operation.isTypeDependent() && (in_system_ || asking_depth_ > 0);
        if (finds_later && kind != clang::OO_None)
            sites_.looked_up.insert(unit_.context().DeclarationNames.getCXXOperatorName(kind));
        return true;
    }

    bool note(clang::Expr const& use, clang::NamedDecl const& declaration) {
        FunctionDecl const* const function = declaration.getAsFunction();
        if (!function || !unit_.offset(function->getLocation())) return true;
        if (asking_depth_ > 0 || in_system_) sites_.looked_up.insert(function->getDeclName());
        if (!called_.contains(&use)) sites_.named.insert(&written_function(*function));
        return true;
    }

    rewrite::Unit const& unit_;
    CallSites& sites_;
    unsigned asking_depth_ = 0;
    bool in_system_ = false;
    FunctionDecl const* body_ = nullptr;
    std::set<clang::Expr const*> called_;
};

} // namespace

CallSites find_call_sites(rewrite::Unit const& unit) {
    CallSites sites;
    Finder finder(unit, sites);
    for (clang::Decl* each : unit.context().getTranslationUnitDecl()->decls())
        finder.walk(*each);
    return sites;
}

} // namespace collapse

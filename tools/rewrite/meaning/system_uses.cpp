// SPDX-License-Identifier: BSD-2-Clause
// Walks the text, and then the bodies of system headers that it leads to, each once.
#include "system_uses.hpp"

#include <rewrite/syntax/syntax_visitor.hpp>
#include <rewrite/text/text_share.hpp>

namespace rewrite {

using clang::Decl;
using clang::FunctionDecl;
using clang::SourceLocation;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Whether the compiler chooses it without overloads of other kinds.
bool is_special_member(FunctionDecl const& function) {
    if (function.isImplicit() || isa<clang::CXXDestructorDecl>(function)) return true;
    if (auto const* made = dyn_cast<clang::CXXConstructorDecl>(&function))
        return made->isCopyOrMoveConstructor() || made->isDefaultConstructor() ||
               made->isInheritingConstructor();
    auto const* method = dyn_cast<clang::CXXMethodDecl>(&function);
    return method != nullptr &&
           (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
}

class SystemWalk : public SyntaxVisitor {
public:
    SystemWalk(clang::ASTContext& context, Signatures& signatures)
        : context_(context), signatures_(signatures), share_(context.getSourceManager()) {}

    bool shouldVisitTemplateInstantiations() const override { return true; }
    bool shouldVisitImplicitCode() const override { return true; }
    bool TraverseTypeLoc(clang::TypeLoc) override { return true; }

    SystemUses walk() {
        for (Decl* each : context_.getTranslationUnitDecl()->decls())
            if (share_.is_of_text(*each)) TraverseDecl(each);
        in_system_ = true;
        while (!pending_.empty()) {
            Decl* const next = pending_.back();
            pending_.pop_back();
            std::vector<Signature const*> around = signatures_.instantiation(*next);
            within_ = around.empty() ? nullptr : signatures_.make("within", std::move(around));
            TraverseDecl(next);
        }
        return std::move(uses_);
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        if (auto* function = dyn_cast<FunctionDecl>(name->getDecl()))
            note(name->getLocation(), *function);
        if (auto* variable = dyn_cast<clang::VarDecl>(name->getDecl()))
            if (clang::VarDecl* const made = initialised(*variable)) follow(*made);
        return true;
    }

    bool VisitMemberExpr(clang::MemberExpr* member) override {
        if (auto* function = dyn_cast<FunctionDecl>(member->getMemberDecl()))
            note(member->getExprLoc(), *function);
        return true;
    }

    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        note(made->getLocation(), *made->getConstructor());
        clang::CXXRecordDecl const& record = *made->getConstructor()->getParent();
        if (!record.isPolymorphic()) return true;
        for (clang::CXXMethodDecl* each : record.methods())
            if (each->isVirtual()) follow_function(*each);
        return true;
    }

private:
    void note(SourceLocation location, FunctionDecl& function) {
        follow_function(function);
        if (!in_system_ || is_special_member(function)) return;
        Signature const* const meaning =
            share_.is_of_text(function) ? signatures_.of(function) : nullptr;
        uses_[signatures_.file_and_offset(location)].push_back({within_, meaning, &function});
    }

    /// The declaration of a variable that lasts with its initialiser.
    static clang::VarDecl* initialised(clang::VarDecl& variable) {
        if (variable.hasLocalStorage() || variable.isStaticLocal()) return nullptr;
        return variable.getInitializingDeclaration();
    }

    void follow_function(FunctionDecl& function) {
        FunctionDecl const* definition = nullptr;
        if (function.hasBody(definition)) follow(*const_cast<FunctionDecl*>(definition));
    }

    void follow(Decl& declaration) {
        if (!seen_.insert(&declaration).second || share_.is_of_text(declaration)) return;
        if (share_.has_share_in(declaration)) pending_.push_back(&declaration);
    }

    clang::ASTContext& context_;
    Signatures& signatures_;
    TextShare share_;
    SystemUses uses_;
    std::set<Decl const*> seen_;
    std::vector<Decl*> pending_;
    bool in_system_ = false;
    Signature const* within_ = nullptr;
};

} // namespace

SystemUses find_system_uses(clang::ASTContext& context, Signatures& signatures) {
    return SystemWalk(context, signatures).walk();
}

} // namespace rewrite

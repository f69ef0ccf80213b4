// SPDX-License-Identifier: BSD-2-Clause
// Where code names parameters, and what for.
#include <collapse/lib/evaluation/evaluation.hpp>
#include <collapse/lib/evaluation/system_code.hpp>

#include <rewrite/syntax/syntax_visitor.hpp>

#include <algorithm>

namespace collapse {

using clang::Expr;
using clang::FunctionDecl;
using clang::ParmVarDecl;
using clang::Stmt;

namespace {

/// A constant without members that may change all the same.
bool is_unchangeable(clang::QualType type) {
    clang::CXXRecordDecl const* const record =
        type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return type.isConstQualified() &&
           !(record && record->hasDefinition() && record->hasMutableFields());
}

/// Whether the function only reads what it gets by reference to const, and keeps no reference.
bool only_reads(FunctionDecl const& function) {
    auto const* const made = llvm::dyn_cast<clang::CXXConstructorDecl>(&function);
    if (made) return made->isCopyConstructor() && (made->isTrivial() || is_of_system(*made));
    return is_of_system(function) && (function.getReturnType()->isArithmeticType() ||
                                      function.getReturnType()->isEnumeralType());
}

bool refers_to_constant(clang::QualType type) {
    return type->isReferenceType() && type->getPointeeType().isConstQualified();
}

/// Walks down from the code, knowing whether a name there would only be read.
class Modifications {
public:
    explicit Modifications(bool of_constants) : of_constants_(of_constants) {}

    std::set<ParmVarDecl const*> found;

    void scan(Stmt const& code, bool reads) {
        if (auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&code)) {
            auto const* const parameter = llvm::dyn_cast<ParmVarDecl>(name->getDecl());
            bool const is_exempt = !of_constants_ && is_unchangeable(name->getType());
            if (parameter && !reads && !is_exempt) found.insert(parameter);
            return;
        }
        if (auto const* const made = llvm::dyn_cast<clang::CXXConstructExpr>(&code))
            return scan_arguments(*made, *made->getConstructor());
        if (auto const* const call = llvm::dyn_cast<clang::CallExpr>(&code)) {
            FunctionDecl const* const function = call->getDirectCallee();
            bool const is_plain = function && !llvm::isa<clang::CXXOperatorCallExpr>(call);
            if (is_plain && only_reads(*function)) return scan_call(*call, *function);
        }
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&code))
            return scan(*defaulted->getExpr(), reads);
        scan_children(code, reads_inside(code, reads));
    }

private:
    void scan_children(Stmt const& code, bool reads) {
        for (Stmt const* each : code.children())
            if (each) scan(*each, reads);
    }

    void scan_call(clang::CallExpr const& call, FunctionDecl const& function) {
        auto const* const access =
            llvm::dyn_cast<clang::MemberExpr>(call.getCallee()->IgnoreParenImpCasts());
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
        if (access) scan(*access->getBase(), method && method->isConst() && !access->isArrow());
        scan_arguments(call, function);
    }

    template<class Call>
    void scan_arguments(Call const& call, FunctionDecl const& function) {
        unsigned at = 0;
        for (Expr const* each : call.arguments()) {
            bool const is_known = at < function.getNumParams() && only_reads(function);
            scan(*each, is_known && refers_to_constant(function.getParamDecl(at)->getType()));
            ++at;
        }
    }

    static bool reads_inside(Stmt const& code, bool reads) {
        if (auto const* const cast = llvm::dyn_cast<clang::CastExpr>(&code))
            return cast->getCastKind() == clang::CK_LValueToRValue || (cast->isGLValue() && reads);
        auto const* const member = llvm::dyn_cast<clang::MemberExpr>(&code);
        if (member && !member->isArrow())
            return reads || member->getMemberDecl()->getType()->isReferenceType();
        return reads && llvm::isa<clang::ParenExpr, clang::ArraySubscriptExpr>(code);
    }

    bool of_constants_;
};

class Names : public rewrite::SyntaxVisitor {
public:
    std::set<ParmVarDecl const*> found;

    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        if (auto const* const parameter = llvm::dyn_cast<ParmVarDecl>(name->getDecl()))
            found.insert(parameter);
        return true;
    }
};

} // namespace

std::set<ParmVarDecl const*> modified_parameters(Stmt const& code) {
    Modifications modifications(false);
    modifications.scan(code, false);
    return std::move(modifications.found);
}

std::set<ParmVarDecl const*> held_parameters(Stmt const& code) {
    Modifications modifications(true);
    modifications.scan(code, false);
    return std::move(modifications.found);
}

std::set<ParmVarDecl const*> named_parameters(Stmt const& code) {
    Names names;
    names.TraverseStmt(const_cast<Stmt*>(&code));
    return std::move(names.found);
}

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Marks the uses that cannot see the type; any other one is an obstacle.
#include "parameter_uses.hpp"

#include <collapse/lib/evaluation/call_arguments.hpp>

#include <collapse/lib/edits/concrete_types.hpp>
#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <rewrite/syntax/code_visitor.hpp>
#include <rewrite/syntax/expressions.hpp>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;
using clang::Expr;
using llvm::dyn_cast;

namespace {

/// Whether an object of `interface` is passed on as that or as one of its bases.
bool takes(clang::QualType type, CXXRecordDecl const& interface) {
    type = type.getNonReferenceType();
    if (type->isPointerType()) type = type->getPointeeType();
    if (type->isDependentType() || type->isPointerType()) return false;
    CXXRecordDecl const* const record = referenced_class(type);
    return record && (record == &interface || interface.isDerivedFrom(record));
}

/// The parameter as the function was written, whose type may be deduced.
clang::ParmVarDecl const* written_parameter(clang::FunctionDecl const& callee, unsigned index) {
    clang::FunctionDecl const* written = callee.getTemplateInstantiationPattern();
    if (!written) written = &callee;
    return index < written->getNumParams() ? written->getParamDecl(index) : nullptr;
}

class Uses : public rewrite::CodeVisitor {
    using Walk = rewrite::CodeVisitor;

public:
    Uses(clang::ParmVarDecl const& parameter, CXXRecordDecl const& interface,
         CXXRecordDecl const& concrete)
        : parameter_(parameter), interface_(interface), hierarchy_(concrete) {}

    std::string obstacle() && { return std::move(obstacle_); }

    // Whatever is not evaluated asks for types.

    bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc type) override {
        return unevaluated([&] { return Walk::TraverseDecltypeTypeLoc(type); });
    }
    bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* trait) override {
        return unevaluated([&] { return Walk::TraverseUnaryExprOrTypeTraitExpr(trait); });
    }
    bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr* type) override {
        return unevaluated([&] { return Walk::TraverseCXXTypeidExpr(type); });
    }
    bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr* question) override {
        return unevaluated([&] { return Walk::TraverseCXXNoexceptExpr(question); });
    }
    bool TraverseRequiresExpr(clang::RequiresExpr* question) override {
        return unevaluated([&] { return Walk::TraverseRequiresExpr(question); });
    }

    // Uses that are the same for a base and a class below it.

    bool VisitCallExpr(clang::CallExpr* call) override {
        clang::FunctionDecl const* const callee = call->getDirectCallee();
        if (!callee) return true;
        auto const* const operation = dyn_cast<clang::CXXOperatorCallExpr>(call);
        Expr const* const object = operation ? object_of(*call) : nullptr;
        if (object && !operation->isAssignmentOp())
            allow_object(*object, *llvm::cast<CXXMethodDecl>(callee));
        std::vector<Expr const*> const arguments = arguments_of(*call);
        for (unsigned i = 0; i < arguments.size(); ++i)
            allow_argument(*arguments[i], *callee, i);
        return true;
    }

    /// A copy may be one whose type follows from that of the argument: `auto copy = parameter`.
    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        if (made->getConstructor()->isCopyOrMoveConstructor()) return true;
        for (unsigned i = 0; i < made->getNumArgs(); ++i)
            allow_argument(*made->getArg(i), *made->getConstructor(), i);
        return true;
    }

    bool VisitMemberExpr(clang::MemberExpr* member) override {
        allow_object(*member->getBase(), *member->getMemberDecl());
        return true;
    }

    bool VisitVarDecl(clang::VarDecl* variable) override {
        if (!variable->getInit() || variable->getType()->getContainedDeducedType()) return true;
        if (takes(variable->getType(), interface_)) allow(*variable->getInit());
        return true;
    }

    bool VisitReturnStmt(clang::ReturnStmt* result) override {
        auto const* function = llvm::cast<clang::FunctionDecl>(parameter_.getDeclContext());
        if (result->getRetValue() && takes(function->getReturnType(), interface_))
            allow(*result->getRetValue());
        return true;
    }

    bool VisitBinaryOperator(clang::BinaryOperator* operation) override {
        Expr const& left = *operation->getLHS();
        Expr const& right = *operation->getRHS();
        if (operation->getOpcode() == clang::BO_Assign && takes(left.getType(), interface_))
            allow(right);
        if (!operation->isEqualityOp()) return true;
        if (is_comparable(left)) allow(right);
        if (is_comparable(right)) allow(left);
        return true;
    }

    bool VisitCastExpr(clang::CastExpr* cast) override {
        if (cast->getCastKind() == clang::CK_PointerToBoolean ||
            cast->getCastKind() == clang::CK_ToVoid)
            allow(*cast->getSubExpr());
        return true;
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
        if (reference->getDecl() == &parameter_ && !allowed_.contains(reference))
            refuse("its body sees the type of `" + parameter_.getNameAsString() + "`");
        return true;
    }

private:
    template<class Inner>
    bool unevaluated(Inner inner) {
        ++unevaluated_depth_;
        bool const goes_on = inner();
        --unevaluated_depth_;
        return goes_on;
    }

    void refuse(std::string const& why) {
        if (obstacle_.empty()) obstacle_ = why;
    }

    /// The parameter under `*`, `&` and casts that the compiler adds; a pointer's own address is
    /// not it.
    clang::DeclRefExpr const* parameter_in(Expr const& expression) const {
        Expr const& inner = rewrite::without_wrappers(*expression.IgnoreParenImpCasts());
        if (&inner != &expression) return parameter_in(inner);
        auto const* const reference = dyn_cast<clang::DeclRefExpr>(&inner);
        if (reference) return reference->getDecl() == &parameter_ ? reference : nullptr;
        auto const* const operation = dyn_cast<clang::UnaryOperator>(&inner);
        if (!operation) return nullptr;
        Expr const& operand = *operation->getSubExpr();
        bool const leads_to_object =
            operation->getOpcode() == clang::UO_Deref ||
            (operation->getOpcode() == clang::UO_AddrOf && !operand.getType()->isPointerType());
        return leads_to_object ? parameter_in(operand) : nullptr;
    }

    void allow(Expr const& expression) {
        if (unevaluated_depth_ > 0) return;
        if (auto const* const reference = parameter_in(expression)) allowed_.insert(reference);
    }

    void allow_argument(Expr const& argument, clang::FunctionDecl const& callee, unsigned index) {
        clang::ParmVarDecl const* const taken = written_parameter(callee, index);
        if (taken && takes(taken->getType(), interface_)) allow(argument);
    }

    /// The object of a member. What another function returns below the base would show.
    void allow_object(Expr const& object, clang::ValueDecl const& member) {
        auto const* const method = dyn_cast<CXXMethodDecl>(&member);
        if (!method) return allow(object);
        bool const is_special =
            method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator() ||
            llvm::isa<clang::CXXDestructorDecl>(method) || method->isExplicitObjectMemberFunction();
        if (is_special || (parameter_in(object) && returns_otherwise(*method))) return;
        allow(object);
    }

    bool returns_otherwise(CXXMethodDecl const& method) const {
        if (!method.isVirtual()) return false;
        CXXMethodDecl const* const run = hierarchy_.final_overrider(method);
        return run &&
               run->getReturnType().getCanonicalType() != method.getReturnType().getCanonicalType();
    }

    /// What a pointer to the base can be compared with, to the same end from below it.
    bool is_comparable(Expr const& other) const {
        Expr const& written = *other.IgnoreParenImpCasts();
        if (written.isNullPointerConstant(parameter_.getASTContext(),
                                          Expr::NPC_ValueDependentIsNotNull))
            return true;
        return written.getType()->isPointerType() && takes(written.getType(), interface_);
    }

    clang::ParmVarDecl const& parameter_;
    CXXRecordDecl const& interface_;
    Hierarchy hierarchy_;
    unsigned unevaluated_depth_ = 0;
    std::set<clang::DeclRefExpr const*> allowed_;
    std::string obstacle_;
};

} // namespace

std::string obstacle_in_uses(clang::ParmVarDecl const& parameter, CXXRecordDecl const& interface,
                             CXXRecordDecl const& concrete) {
    Uses uses(parameter, interface, concrete);
    auto const& function = *llvm::cast<clang::FunctionDecl>(parameter.getDeclContext());
    uses.TraverseDecl(const_cast<clang::FunctionDecl*>(&function));
    return std::move(uses).obstacle();
}

} // namespace collapse

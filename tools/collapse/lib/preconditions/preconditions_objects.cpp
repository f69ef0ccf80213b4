// SPDX-License-Identifier: BSD-2-Clause
// Objects of a merged base by themselves, and slices: its name will mean the whole target.
#include "unit_visitor.hpp"
#include <collapse/lib/hierarchy/base_assignments.hpp>

namespace collapse {

using clang::CXXRecordDecl;
using clang::SourceLocation;

namespace {

class ObjectChecks : public UnitVisitor {
public:
    using UnitVisitor::UnitVisitor;

    /// What initialises a base is no object by itself; its arguments may be.
    bool TraverseConstructorInitializer(clang::CXXCtorInitializer* initialiser) override {
        clang::Expr* const by = initialiser->getInit();
        if (!initialiser->isBaseInitializer() && !initialiser->isDelegatingInitializer())
            return by ? TraverseStmt(by) : true;
        clang::Expr* inner = by;
        if (auto* const full = llvm::dyn_cast<clang::FullExpr>(inner)) inner = full->getSubExpr();
        for (clang::Stmt* each : inner->children())
            if (each && !TraverseStmt(each)) return false;
        return true;
    }

    bool VisitVarDecl(clang::VarDecl* variable) override {
        return check(variable->getType(), variable->getLocation(),
                     "`" + variable->getNameAsString() + "`");
    }

    bool VisitFieldDecl(clang::FieldDecl* field) override {
        return check(field->getType(), field->getLocation(), "`" + field->getNameAsString() + "`");
    }

    bool VisitFunctionDecl(clang::FunctionDecl* function) override {
        return check(function->getReturnType(), function->getLocation(),
                     "the result of `" + function->getNameAsString() + "`");
    }

    bool VisitCXXNewExpr(clang::CXXNewExpr* made) override {
        return check(made->getAllocatedType(), made->getBeginLoc(), "the object");
    }

    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        return is_base_part(*made) || check(made->getType(), made->getBeginLoc(), "the object");
    }

    bool VisitCXXScalarValueInitExpr(clang::CXXScalarValueInitExpr* made) override {
        return check(made->getType(), made->getBeginLoc(), "the object");
    }

    bool VisitInitListExpr(clang::InitListExpr* list) override {
        if (!is_base_part(*list)) check(list->getType(), list->getBeginLoc(), "the object");
        clang::InitListExpr const* const written =
            list->isSemanticForm() && list->getSyntacticForm() ? list->getSyntacticForm() : list;
        CXXRecordDecl const* const record = context_.record_in(list->getType());
        if (record == &context_.hierarchy.target() && !list->getType()->isArrayType() &&
            written->getNumInits() > 0)
            refuse_aggregate(list->getBeginLoc());
        return true;
    }

    bool VisitCXXParenListInitExpr(clang::CXXParenListInitExpr* list) override {
        if (context_.record_in(list->getType()) == &context_.hierarchy.target())
            refuse_aggregate(list->getBeginLoc());
        return check(list->getType(), list->getBeginLoc(), "the object");
    }

    bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* trait) override {
        CXXRecordDecl const* const record = merged(trait->getTypeOfArgument());
        if (record)
            context_.refuse("C0305", trait->getBeginLoc(),
                            "the size or alignment of the base " + quoted(*record) +
                                " is asked for, which will be that of " +
                                quoted(context_.hierarchy.target()),
                            "ask for that of the most derived class");
        return true;
    }

    bool VisitCallExpr(clang::CallExpr* call) override {
        auto const* const method =
            llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
        if (!method) return true;
        bool const assigns =
            method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
        Base const* const base = context_.hierarchy.find(method->getParent());
        auto const* const name =
            llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
        if (name && base_assignment(*name, context_.hierarchy)) return true;
        if (assigns && base && base->decision != BaseDecision::kept)
            context_.refuse("C0306", call->getExprLoc(),
                            "only the base " + quoted(*base->record) + " of an object is assigned",
                            "assign the members, or whole objects of the most derived class");
        return true;
    }

private:
    CXXRecordDecl const* merged(clang::QualType type) const {
        return type->isReferenceType() ? nullptr : context_.merged_in(type);
    }

    bool check(clang::QualType type, SourceLocation location, std::string const& what) {
        CXXRecordDecl const* const record = merged(type);
        if (record)
            context_.refuse("C0304", location,
                            what + " is an object of the base " + quoted(*record) +
                                " by itself, not of " + quoted(context_.hierarchy.target()),
                            "let the base be copied or kept instead of merged");
        return true;
    }

    void refuse_aggregate(SourceLocation location) {
        context_.refuse("C0420", location,
                        quoted(context_.hierarchy.target()) +
                            " is initialised member by member, bases included",
                        "give it a constructor");
    }
};

} // namespace

void check_objects(CheckContext const& context) {
    ObjectChecks(context).walk();
}

} // namespace collapse

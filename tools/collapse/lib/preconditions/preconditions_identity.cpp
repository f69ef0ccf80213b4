// SPDX-License-Identifier: BSD-2-Clause
// Uses that ask what an object is at run time: a flat class has no run-time type of its bases.
#include "unit_visitor.hpp"

namespace collapse {

using clang::CXXRecordDecl;

namespace {

class IdentityChecks : public UnitVisitor {
public:
    using UnitVisitor::UnitVisitor;

    bool VisitCXXDynamicCastExpr(clang::CXXDynamicCastExpr* cast) override {
        CXXRecordDecl const* record = context_.pointee_in(cast->getSubExpr()->getType());
        if (!record) record = context_.record_in(cast->getSubExpr()->getType());
        if (!record) record = referred(cast->getTypeAsWritten());
        if (record)
            context_.refuse("C0301", cast->getBeginLoc(),
                            "`dynamic_cast` asks for the type of an object of " + quoted(*record),
                            "use a virtual function instead");
        return true;
    }

    bool VisitCXXTypeidExpr(clang::CXXTypeidExpr* expression) override {
        if (expression->isTypeOperand()) {
            clang::QualType const type = expression->getTypeOperand(context_.unit.context());
            CXXRecordDecl const* const record = mentioned(type);
            if ((record && record != &context_.hierarchy.target()) || context_.types.changes(type))
                refuse_typeid(*expression, type);
            return true;
        }
        clang::Expr const& operand = *expression->getExprOperand();
        if (CXXRecordDecl const* const record = mentioned(operand.getType());
            (record && (record != &context_.hierarchy.target() || record->isPolymorphic())) ||
            context_.types.changes(operand.getType()))
            refuse_typeid(*expression, operand.getType());
        return true;
    }

    bool VisitCXXCatchStmt(clang::CXXCatchStmt* handler) override {
        clang::QualType const type = handler->getCaughtType();
        CXXRecordDecl const* const record = mentioned(type);
        if ((record && record != &context_.hierarchy.target()) || changes(type))
            context_.refuse("C0303", handler->getBeginLoc(),
                            "exceptions are caught as `" + type.getAsString() + "`",
                            "catch the most derived class");
        return true;
    }

    bool VisitCXXThrowExpr(clang::CXXThrowExpr* thrown) override {
        if (!thrown->getSubExpr()) return true;
        clang::QualType const type = thrown->getSubExpr()->getType();
        if (mentioned(type) || changes(type))
            context_.refuse("C0303", thrown->getThrowLoc(),
                            "an object of `" + type.getAsString() +
                                "` is thrown: its handlers may name bases",
                            "throw an object of another class");
        return true;
    }

    bool VisitBinaryOperator(clang::BinaryOperator* comparison) override {
        if (!comparison->isComparisonOp()) return true;
        auto const* const type = comparison->getLHS()->getType()->getAs<clang::MemberPointerType>();
        if (!type || !type->isMemberFunctionPointer()) return true;
        if (context_.record_in(clang::QualType(type->getClass(), 0)))
            context_.refuse("C0315", comparison->getOperatorLoc(),
                            "pointers to member functions of the hierarchy are compared",
                            "compare something else");
        return true;
    }

private:
    bool changes(clang::QualType type) const {
        return !type.isNull() && context_.types.changes(type);
    }

    CXXRecordDecl const* referred(clang::QualType type) const {
        CXXRecordDecl const* const record = context_.pointee_in(type);
        return record ? record : context_.record_in(type);
    }

    /// The class in `B`, `B*`, `B&`.
    CXXRecordDecl const* mentioned(clang::QualType type) const {
        if (type.isNull()) return nullptr; // of `catch (...)`
        CXXRecordDecl const* const record = context_.record_in(type);
        return record ? record : context_.pointee_in(type.getNonReferenceType());
    }

    void refuse_typeid(clang::CXXTypeidExpr const& expression, clang::QualType type) {
        context_.refuse("C0302", expression.getBeginLoc(),
                        "`typeid` asks for the type of an object of `" + type.getAsString() + "`",
                        "use a virtual function instead");
    }
};

} // namespace

void check_identity(CheckContext const& context) {
    IdentityChecks(context).walk();
}

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// An offset may be added to the address of an object and taken from that of a member; differences
// of offsets, and ways from one member to another, are not followed.
#include "use_context.hpp"

namespace reorder {

using clang::Expr;
using clang::FieldDecl;

namespace {

class AddressChecks : public UseVisitor {
public:
    using UseVisitor::UseVisitor;

    bool VisitBinaryOperator(clang::BinaryOperator* operation) override {
        if (!operation->isAdditiveOp() && !operation->isComparisonOp()) return true;
        check_offsets(*operation);
        Expr const& left = *operation->getLHS();
        Expr const& right = *operation->getRHS();
        FieldDecl const* const one = context_.addressed_member(left);
        FieldDecl const* const other = context_.addressed_member(right);
        if (one && other) {
            bool const is_way =
                operation->getOpcode() == clang::BO_Sub || operation->isRelationalOp();
            if (one != other && is_way)
                refuse(operation->getOperatorLoc(), "the addresses of `" + one->getNameAsString() +
                                                        "` and `" + other->getNameAsString() +
                                                        "` are compared");
            return true;
        }
        if (!operation->isAdditiveOp()) return true;
        if (one) check_step(*operation, *one, left, right);
        if (other) check_step(*operation, *other, right, left);
        return true;
    }

    bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* element) override {
        FieldDecl const* const field = context_.addressed_member(*element->getBase());
        if (field) check_index(element->getBeginLoc(), *field, *element->getIdx());
        return true;
    }

private:
    void check_offsets(clang::BinaryOperator const& operation) {
        auto const asks = [&](Expr const& operand) {
            return context_.asks_offset(operand) ||
                   (!operand.getType()->isPointerType() && context_.asks_size(operand));
        };
        Expr const& left = *operation.getLHS();
        Expr const& right = *operation.getRHS();
        bool const has_offset = context_.asks_offset(left) || context_.asks_offset(right);
        if (!has_offset || !asks(left) || !asks(right)) return;
        context_.refuse("R0505", operation.getOperatorLoc(),
                        "offsets and sizes are combined in a way that cannot be followed",
                        "take `sizeof` of the members themselves");
    }

    /// `&x.a + n`
    void check_step(clang::BinaryOperator const& operation, FieldDecl const& field,
                    Expr const& address, Expr const& step) {
        if (!step.getType()->isIntegerType() || context_.asks_offset(step)) return;
        bool const of_bytes = address.getType()->isPointerType() &&
                              address.getType()->getPointeeType()->isCharType() &&
                              !field.getType()->getBaseElementTypeUnsafe()->isCharType();
        if (of_bytes && field.getType()->isArrayType()) return;
        check_index(operation.getOperatorLoc(), field, step);
    }

    void check_index(clang::SourceLocation location, FieldDecl const& field, Expr const& index) {
        clang::ASTContext& context = context_.unit.context();
        if (is_flexible_array(field) || field.getType()->isIncompleteArrayType()) return;
        auto const* const array = context.getAsConstantArrayType(field.getType());
        Expr::EvalResult result;
        bool const is_known = !index.isValueDependent() && index.EvaluateAsInt(result, context);
        if (!array) {
            if (is_known && result.Val.getInt() == 0) return;
            return refuse(location, "a step from the address of `" + field.getNameAsString() +
                                        "` leads out of it");
        }
        // Several dimensions: the index is into the first one, or the elements' own.
        if (!is_known || array->getElementType()->isArrayType()) return;
        bool const is_inside =
            !result.Val.getInt().isNegative() &&
            result.Val.getInt().getZExtValue() <= array->getSize().getZExtValue();
        if (!is_inside)
            refuse(location, "an index of `" + field.getNameAsString() + "` leads out of it");
    }

    void refuse(clang::SourceLocation location, std::string message) {
        context_.refuse("R0506", location, message + ": what lies there will be another member",
                        "name the member that is meant");
    }
};

} // namespace

void check_addresses(UseContext const& context) {
    AddressChecks(context).walk();
}

} // namespace reorder

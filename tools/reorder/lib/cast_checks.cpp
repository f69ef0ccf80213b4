// SPDX-License-Identifier: BSD-2-Clause
// A pointer to an object may become one to its first member, and back, as long as that stays the
// first; to bytes and untyped memory, of which the other checks know; to nothing else.
#include "use_context.hpp"

#include <rewrite/syntax/byte_functions.hpp>

namespace reorder {

using clang::Expr;
using clang::QualType;
using clang::RecordDecl;

namespace {

QualType plain(QualType type) {
    return type.getCanonicalType().getUnqualifiedType();
}

class CastChecks : public UseVisitor {
public:
    using UseVisitor::UseVisitor;

    bool VisitCastExpr(clang::CastExpr* cast) override {
        if (cast->getCastKind() != clang::CK_BitCast &&
            cast->getCastKind() != clang::CK_LValueBitCast)
            return true;
        QualType const from = referred(*cast->getSubExpr());
        QualType const to = referred(*cast);
        if (from.isNull() || to.isNull() || plain(from) == plain(to)) return true;
        if (rewrite::is_byte(from) || rewrite::is_byte(to)) return true;
        if (Arrangement const* const target = context_.target(from)) check(*cast, *target, to);
        if (Arrangement const* const target = context_.target(to)) check(*cast, *target, from);
        return true;
    }

    bool VisitGCCAsmStmt(clang::GCCAsmStmt* assembly) override {
        if (hides_values(*assembly)) return true;
        for (unsigned i = 0; i < assembly->getNumOutputs(); ++i)
            check_operand(*assembly->getOutputExpr(i));
        for (unsigned i = 0; i < assembly->getNumInputs(); ++i)
            check_operand(*assembly->getInputExpr(i));
        return true;
    }

private:
    static QualType referred(Expr const& expression) {
        QualType const type = expression.getType();
        if (type->isPointerType()) return type->getPointeeType();
        return expression.isGLValue() ? type : QualType{};
    }

    static QualType first_member(QualType type) {
        RecordDecl const* record = type->getAsRecordDecl();
        if (record) record = record->getDefinition();
        if (!record || record->field_empty()) return {};
        auto const* const in_cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record);
        if (in_cxx && (in_cxx->getNumBases() > 0 || in_cxx->isDynamicClass())) return {};
        return record->field_begin()->getType();
    }

    /// Whether an object of `outer` begins with one of `inner`.
    bool begins_with(QualType outer, QualType inner) const {
        for (QualType each = first_member(outer); !each.isNull(); each = first_member(each)) {
            if (plain(each) == plain(inner)) return true;
            if (each->isArrayType() &&
                plain(context_.unit.context().getBaseElementType(each)) == plain(inner))
                return true;
        }
        return false;
    }

    void check(clang::CastExpr const& cast, Arrangement const& target, QualType other) {
        QualType const own = context_.unit.context().getRecordType(&target.record());
        if (begins_with(other, own)) return;
        if (begins_with(own, other)) {
            context_.first_member_uses.push_back(
                {&target.record(), context_.unit.place(cast.getBeginLoc())});
            if (!target.keeps_first())
                context_.refuse("R0504", cast.getBeginLoc(),
                                quoted(target) + " is taken for its first member, which would not "
                                                 "be the first any more",
                                "keep the first member of " + quoted(target) + " in its place");
            return;
        }
        context_.refuse("R0504", cast.getBeginLoc(),
                        "a pointer to " + quoted(target) +
                            " is converted from or to one to another type: `" +
                            other.getUnqualifiedType().getAsString() + "`",
                        "convert through the class's members");
    }

    /// Empty assembly, by which programs hide values from the compiler, looks into nothing. Between
    /// operands of different types it would be a cast.
    bool hides_values(clang::GCCAsmStmt const& assembly) const {
        if (!assembly.getAsmString()->getString().trim().empty()) return false;
        std::set<clang::Type const*> types;
        for (unsigned i = 0; i < assembly.getNumOutputs(); ++i)
            types.insert(type_of(*assembly.getOutputExpr(i)));
        for (unsigned i = 0; i < assembly.getNumInputs(); ++i)
            types.insert(type_of(*assembly.getInputExpr(i)));
        return types.size() <= 1;
    }

    static clang::Type const* type_of(Expr const& operand) {
        return operand.IgnoreParenImpCasts()->getType().getCanonicalType().getTypePtr();
    }

    void check_operand(Expr const& operand) {
        QualType const type = operand.IgnoreParenImpCasts()->getType();
        Arrangement const* target = context_.target(type);
        if (!target) target = context_.pointee(type);
        if (target)
            context_.refuse("R0507", operand.getBeginLoc(),
                            "assembly gets an object of " + quoted(*target) +
                                ", and may know where its members are",
                            "pass the members that it uses, or their offsets by `offsetof`");
    }
};

} // namespace

void check_casts(UseContext const& context) {
    CastChecks(context).walk();
}

} // namespace reorder

// SPDX-License-Identifier: BSD-2-Clause
// Uses that look at objects as bytes or at the addresses of their bases: the layout changes.
#include "unit_visitor.hpp"

#include <rewrite/lib/byte_functions.hpp>

#include <clang/AST/CXXInheritance.h>
#include <clang/AST/RecordLayout.h>

#include <algorithm>

namespace collapse {

using clang::CXXRecordDecl;
using rewrite::is_byte;
using rewrite::is_byte_function;

namespace {

/// Functions that take an address for nothing but to free what is there.
bool releases(clang::FunctionDecl const& function) {
    return function.getOverloadedOperator() == clang::OO_Delete ||
           (function.getIdentifier() && function.getName() == "free");
}

class ByteChecks : public UnitVisitor {
public:
    using UnitVisitor::UnitVisitor;

    bool VisitCallExpr(clang::CallExpr* call) override {
        clang::FunctionDecl const* const function = call->getDirectCallee();
        if (!function || llvm::isa<clang::CXXOperatorCallExpr>(call)) return true;
        if (releases(*function))
            for (clang::Expr const* argument : call->arguments())
                released_.insert(argument->IgnoreParens());
        bool const is_known = is_byte_function(*function);
        bool const has_size =
            std::ranges::any_of(call->arguments(), [&](auto* each) { return names_size(*each); });
        if (!is_known && !has_size) return true;
        for (clang::Expr const* argument : call->arguments()) {
            clang::QualType const object =
                argument->IgnoreParenCasts()->getType()->getPointeeType();
            if (is_known && !object.isNull()) note_untyped(object, argument->getBeginLoc());
            if (CXXRecordDecl const* const record = bytes_of(*argument))
                context_.refuse("C0310", argument->getBeginLoc(),
                                "`" + function->getNameAsString() +
                                    "` takes an object that holds " + quoted(*record) + " as bytes",
                                "copy, compare or write its members");
        }
        return true;
    }

    bool VisitCastExpr(clang::CastExpr* cast) override {
        note_address(*cast);
        if (!llvm::isa<clang::ExplicitCastExpr>(cast) ||
            (cast->getCastKind() != clang::CK_BitCast &&
             cast->getCastKind() != clang::CK_LValueBitCast))
            return true;
        clang::QualType const from = referred(*cast->getSubExpr());
        clang::QualType const to =
            cast->getType()->isPointerType() ? cast->getType()->getPointeeType() : cast->getType();
        if (from.isNull() ||
            context_.types.will_be_same(from.getUnqualifiedType(), to.getUnqualifiedType()))
            return true;
        bool const leaves = context_.holds(from) && !to->isVoidType();
        bool const enters =
            context_.holds(to) && !from->isVoidType() && (!is_byte(from) || context_.merged_in(to));
        if (leaves || enters)
            context_.refuse("C0311", cast->getBeginLoc(),
                            "a pointer to a class of the hierarchy is converted from or to one to "
                            "another type",
                            "convert by static_cast, or through the class's members");
        return true;
    }

    bool VisitFieldDecl(clang::FieldDecl* field) override {
        if (field->getParent()->isUnion() && context_.holds(field->getType()))
            context_.refuse("C0312", field->getLocation(),
                            "a union holds an object of the hierarchy",
                            "use storage of bytes and placement new");
        return true;
    }

    bool VisitBuiltinBitCastExpr(clang::BuiltinBitCastExpr* cast) override {
        if (context_.holds(cast->getSubExpr()->getType()) || context_.holds(cast->getType()))
            refuse_bit_cast(cast->getBeginLoc());
        return true;
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        auto const* const function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl());
        clang::TemplateArgumentList const* const arguments =
            function ? function->getTemplateSpecializationArgs() : nullptr;
        if (!arguments || !function->isInStdNamespace() ||
            function->getNameAsString() != "bit_cast")
            return true;
        for (clang::TemplateArgument const& each : arguments->asArray()) {
            if (each.getKind() != clang::TemplateArgument::Type) continue;
            if (context_.holds(each.getAsType())) refuse_bit_cast(name->getBeginLoc());
            note_untyped(each.getAsType(), name->getBeginLoc());
        }
        return true;
    }

    /// `std::shared_ptr<void>` made from `std::shared_ptr<Base>`.
    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        if (made->getNumArgs() == 0) return true;
        clang::QualType const from = first_argument(made->getArg(0)->getType());
        clang::QualType const to = first_argument(made->getType());
        if (!from.isNull() && !to.isNull() && to->isVoidType())
            note_untyped(context_.unit.context().getPointerType(from), made->getBeginLoc());
        return true;
    }

    bool VisitOffsetOfExpr(clang::OffsetOfExpr* offset) override {
        clang::QualType const type = offset->getTypeSourceInfo()->getType();
        if (type->isDependentType()) return true;
        CXXRecordDecl const* const record = context_.merged_in(type);
        if (record)
            context_.refuse("C0314", offset->getBeginLoc(),
                            "the offset of a member in the base " + quoted(*record) +
                                " will be that in " + quoted(context_.hierarchy.target()),
                            "ask for the offset in the most derived class");
        return true;
    }

    bool VisitBinaryOperator(clang::BinaryOperator* comparison) override {
        if (!comparison->isComparisonOp() && comparison->getOpcode() != clang::BO_Sub) return true;
        clang::QualType const left = address_of(*comparison->getLHS());
        clang::QualType const right = address_of(*comparison->getRHS());
        if (left.isNull() && right.isNull()) return true;
        CXXRecordDecl const* const first = context_.record_in(left);
        CXXRecordDecl const* const second = context_.record_in(right);
        bool const is_of_base = context_.merged_in(left) || context_.merged_in(right);
        if (first != second && is_of_base)
            context_.refuse("C0319", comparison->getOperatorLoc(),
                            "the address of an object of the hierarchy is compared as a number or "
                            "`void*`: those of its bases will be the same",
                            "compare pointers of the same class");
        return true;
    }

private:
    /// Addresses of parts of one object, which were different, will be the same.
    void note_address(clang::CastExpr const& cast) {
        bool const becomes_untyped =
            cast.getCastKind() == clang::CK_PointerToIntegral ||
            (cast.getCastKind() == clang::CK_BitCast && cast.getType()->isVoidPointerType());
        if (becomes_untyped && !released_.contains(&cast))
            note_untyped(cast.getSubExpr()->getType(), cast.getBeginLoc());
    }

    void note_untyped(clang::QualType pointer, clang::SourceLocation location) {
        CXXRecordDecl const* const record = context_.pointee_in(pointer);
        Base const* const base = context_.hierarchy.find(record);
        if (!record || (base && base->fate != Fate::merged)) return;
        std::optional<int64_t> const offset = offset_in_target(*record);
        if (!untyped_) untyped_ = {record, offset};
        bool const differs = untyped_->record != record &&
                             (!offset || !untyped_->offset || offset != untyped_->offset);
        if (differs)
            context_.refuse("C0319", location,
                            "addresses of " + quoted(*record) + " and " +
                                quoted(*untyped_->record) +
                                " become numbers or `void*`: those of one object will be the same",
                            "convert pointers of the same class");
    }

    /// Of an instance of a class template of a system header; null: it is none.
    static clang::QualType first_argument(clang::QualType type) {
        auto const* const special = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
            type->getAsCXXRecordDecl());
        if (!special || !is_in_system_header(*special) || special->getTemplateArgs().size() == 0)
            return {};
        clang::TemplateArgument const& first = special->getTemplateArgs()[0];
        return first.getKind() == clang::TemplateArgument::Type ? first.getAsType()
                                                                : clang::QualType{};
    }

    /// In bytes; none if only the object itself knows.
    std::optional<int64_t> offset_in_target(CXXRecordDecl const& record) const {
        CXXRecordDecl const& target = context_.hierarchy.target();
        if (&record == &target) return 0;
        clang::CXXBasePaths paths;
        if (!target.isDerivedFrom(&record, paths) || paths.getDetectedVirtual() ||
            std::distance(paths.begin(), paths.end()) != 1)
            return std::nullopt;
        int64_t offset = 0;
        for (clang::CXXBasePathElement const& step : paths.front()) {
            if (step.Base->isVirtual()) return std::nullopt;
            offset += context_.unit.context()
                          .getASTRecordLayout(step.Class)
                          .getBaseClassOffset(step.Base->getType()->getAsCXXRecordDecl())
                          .getQuantity();
        }
        return offset;
    }

    void refuse_bit_cast(clang::SourceLocation location) {
        context_.refuse("C0313", location, "an object of the hierarchy is taken as bytes",
                        "copy its members");
    }

    static clang::QualType referred(clang::Expr const& expression) {
        clang::QualType const type = expression.getType();
        if (expression.isGLValue() && !type->isPointerType()) return type;
        return type->isPointerType() ? type->getPointeeType() : clang::QualType{};
    }

    /// The class whose object's address the argument gives away untyped; null: none.
    CXXRecordDecl const* bytes_of(clang::Expr const& argument) const {
        clang::QualType const type = argument.getType();
        if (!type->isPointerType() || !is_byte(type->getPointeeType())) return nullptr;
        clang::QualType const from = argument.IgnoreParenCasts()->getType();
        if (!from->isPointerType() && !from->isArrayType()) return nullptr;
        clang::QualType const object = from->isPointerType()
                                           ? from->getPointeeType()
                                           : context_.unit.context().getBaseElementType(from);
        if (!context_.holds(object)) return nullptr;
        CXXRecordDecl const* const record = object->getAsCXXRecordDecl();
        return record ? record : &context_.hierarchy.target();
    }

    /// Whether the argument computes with the size of an object of the hierarchy.
    bool names_size(clang::Stmt const& code) const {
        if (auto const* const trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(&code))
            return trait->getKind() == clang::UETT_SizeOf &&
                   !trait->getTypeOfArgument()->isDependentType() &&
                   context_.holds(trait->getTypeOfArgument());
        return std::ranges::any_of(
            code.children(), [&](clang::Stmt const* each) { return each && names_size(*each); });
    }

    static bool is_untyped(clang::QualType type) {
        return type->isVoidPointerType() || type->isIntegerType() ||
               (type->isPointerType() && is_byte(type->getPointeeType()));
    }

    /// What the pointer pointed to that was made a number or `void*`; null if there is none.
    static clang::QualType address_of(clang::Expr const& operand) {
        clang::Expr const* inner = operand.IgnoreParens();
        if (!is_untyped(inner->getType())) return {};
        while (auto const* const cast = llvm::dyn_cast<clang::CastExpr>(inner)) {
            inner = cast->getSubExpr()->IgnoreParens();
            if (!is_untyped(inner->getType())) break;
        }
        clang::QualType const from = inner->getType();
        return from->isPointerType() ? from->getPointeeType() : clang::QualType{};
    }

    struct Untyped {
        CXXRecordDecl const* record;
        std::optional<int64_t> offset; ///< in the target
    };
    std::optional<Untyped> untyped_; ///< the first that was met
    std::set<clang::Expr const*> released_;
};

} // namespace

void check_bytes(CheckContext const& context) {
    ByteChecks(context).walk();
}

} // namespace collapse

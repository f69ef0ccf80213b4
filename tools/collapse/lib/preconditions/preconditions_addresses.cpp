// SPDX-License-Identifier: BSD-2-Clause
// Addresses of different bases of one object are one address in the flat class. That shows only
// where addresses get a type in common that says nothing of the class: numbers, `void*`, text,
// bytes. So a unit may do this to one address of an object only. It is done by casts, by `...`, by
// unions and assembly, and by system code, of which the types that it is made for tell.
#include "unit_visitor.hpp"
#include <collapse/lib/evaluation/address_types.hpp>
#include <collapse/lib/evaluation/evaluation.hpp>

#include <rewrite/syntax/byte_functions.hpp>

#include <clang/AST/CXXInheritance.h>
#include <clang/AST/RecordLayout.h>

#include <algorithm>

namespace collapse {

using clang::CXXRecordDecl;
using clang::FunctionDecl;
using clang::QualType;
using rewrite::is_byte;

namespace {

/// Functions that take an address for nothing but to free what is there.
bool releases(FunctionDecl const& function) {
    return function.getOverloadedOperator() == clang::OO_Delete ||
           (function.getIdentifier() && function.getName() == "free");
}

/// Functions that only move bytes from one place to another, of the same type or not.
bool moves_bytes(FunctionDecl const& function) {
    return llvm::is_contained(
        llvm::ArrayRef<llvm::StringRef>{"memcpy", "memmove", "mempcpy", "bcopy"},
        rewrite::plain_name(function));
}

/// What the object is that a pointer, which became one to bytes, points to.
QualType object_behind(clang::Expr const& argument) {
    QualType const type = argument.IgnoreParenCasts()->getType();
    if (auto const* const array = type->getAsArrayTypeUnsafe()) return array->getElementType();
    return type->getPointeeType();
}

class AddressChecks : public UnitVisitor {
public:
    using UnitVisitor::UnitVisitor;

    bool VisitCallExpr(clang::CallExpr* call) override {
        note_variadic(*call);
        FunctionDecl const* const function = call->getDirectCallee();
        if (!function) return true;
        if (releases(*function))
            for (clang::Expr const* argument : call->arguments())
                released_.insert(argument->IgnoreParens());
        if (rewrite::is_byte_function(*function)) note_bytes(*function, *call);
        note_system_code(*function, call->getBeginLoc());
        return true;
    }

    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        note_system_code(*made->getConstructor(), made->getBeginLoc());
        return true;
    }

    bool VisitCastExpr(clang::CastExpr* cast) override {
        clang::Expr const& from = *cast->getSubExpr();
        switch (cast->getCastKind()) {
        case clang::CK_PointerToIntegral:
            note(from.getType(), cast->getBeginLoc());
            break;
        case clang::CK_LValueBitCast:
            note_retyped(from.getType(), cast->getType(), cast->getBeginLoc());
            break;
        case clang::CK_BitCast:
            if (cast->getType()->isVoidPointerType() && !released_.contains(cast))
                note(from.getType(), cast->getBeginLoc());
            if (llvm::isa<clang::ExplicitCastExpr>(cast))
                note_retyped(from.getType()->getPointeeType(), cast->getType()->getPointeeType(),
                             cast->getBeginLoc());
            break;
        default:
            break;
        }
        return true;
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        auto const* const function = llvm::dyn_cast<FunctionDecl>(name->getDecl());
        clang::TemplateArgumentList const* const arguments =
            function ? function->getTemplateSpecializationArgs() : nullptr;
        if (arguments && function->isInStdNamespace() && function->getNameAsString() == "bit_cast")
            for (clang::TemplateArgument const& each : arguments->asArray())
                if (each.getKind() == clang::TemplateArgument::Type)
                    note(each.getAsType(), name->getBeginLoc());
        return true;
    }

    bool VisitBuiltinBitCastExpr(clang::BuiltinBitCastExpr* cast) override {
        note(cast->getSubExpr()->getType(), cast->getBeginLoc());
        return true;
    }

    /// What reads a pointer there as a number, or as `void*`.
    bool VisitFieldDecl(clang::FieldDecl* field) override {
        auto const is_untyped = [](clang::FieldDecl const* each) {
            QualType const type =
                each->getType()->getBaseElementTypeUnsafe()->getCanonicalTypeInternal();
            return type->isVoidPointerType() || type->isIntegerType();
        };
        if (field->getParent()->isUnion() &&
            std::ranges::any_of(field->getParent()->fields(), is_untyped))
            note(field->getType(), field->getLocation());
        return true;
    }

    bool VisitGCCAsmStmt(clang::GCCAsmStmt* code) override {
        for (unsigned i = 0; i < code->getNumInputs(); ++i)
            note(code->getInputExpr(i)->getType(), code->getAsmLoc());
        return true;
    }

    bool VisitBinaryOperator(clang::BinaryOperator* comparison) override {
        if (!comparison->isComparisonOp() && comparison->getOpcode() != clang::BO_Sub) return true;
        QualType const left = address_of(*comparison->getLHS());
        QualType const right = address_of(*comparison->getRHS());
        if (left.isNull() && right.isNull()) return true;
        CXXRecordDecl const* const first = context_.record_in(left);
        CXXRecordDecl const* const second = context_.record_in(right);
        bool const is_of_base = context_.merged_in(left) || context_.merged_in(right);
        bool const differ = !first || !second || !have_one_address(*first, *second);
        if (differ && is_of_base)
            context_.refuse("C0319", comparison->getOperatorLoc(),
                            "the address of an object of the hierarchy is compared as a number or "
                            "`void*`: those of its bases will be the same",
                            "compare pointers of the same class");
        return true;
    }

private:
    /// `printf("%p", base)`: nothing converts the pointer, and whatever reads it may.
    void note_variadic(clang::CallExpr const& call) {
        QualType const callee = call.getCallee()->getType();
        QualType const pointee = callee->getPointeeType();
        auto const* type = (pointee.isNull() ? callee : pointee)->getAs<clang::FunctionProtoType>();
        FunctionDecl const* const function = call.getDirectCallee();
        if (!type && function) type = function->getType()->getAs<clang::FunctionProtoType>();
        if (!type || !type->isVariadic()) return;
        if (function && rewrite::plain_name(*function).starts_with("va_")) return;
        for (unsigned i = type->getNumParams(); i < call.getNumArgs(); ++i)
            note(call.getArg(i)->getType(), call.getArg(i)->getBeginLoc());
    }

    /// A template is judged by what is made of it: until then types of arguments are not known.
    void note_bytes(FunctionDecl const& function, clang::CallExpr const& call) {
        auto const is_dependent = [](clang::Expr const* each) { return each->isTypeDependent(); };
        if (std::ranges::any_of(call.arguments(), is_dependent)) return;
        if (moves_bytes(function) && call.getNumArgs() > 1 && is_copy_of_same(call)) return;
        for (clang::Expr const* argument : call.arguments()) {
            QualType const object = object_behind(*argument);
            if (object.isNull()) continue;
            for (CXXRecordDecl const* each : pointees_within(object, context_.hierarchy))
                note(*each, argument->getBeginLoc());
        }
    }

    bool is_copy_of_same(clang::CallExpr const& call) const {
        QualType const to = object_behind(*call.getArg(0));
        QualType const from = object_behind(*call.getArg(1));
        return !to.isNull() && !from.isNull() &&
               context_.types.will_be_same(to.getUnqualifiedType(), from.getUnqualifiedType());
    }

    void note_system_code(FunctionDecl const& function, clang::SourceLocation location) {
        if (!is_of_system(function)) return;
        for (CXXRecordDecl const* each : untyped_in_system_code(function, context_.hierarchy))
            note(*each, location);
    }

    /// An object is read as one of another type: a pointer as a number, say.
    void note_retyped(QualType from, QualType to, clang::SourceLocation location) {
        if (from.isNull() || to.isNull() || !from->isPointerType()) return;
        if (!context_.types.will_be_same(from.getUnqualifiedType(), to.getUnqualifiedType()))
            note(from, location);
    }

    void note(QualType pointer, clang::SourceLocation location) {
        if (CXXRecordDecl const* const record = context_.pointee_in(pointer))
            note(*record, location);
    }

    void note(CXXRecordDecl const& record, clang::SourceLocation location) {
        Base const* const base = context_.hierarchy.find(&record);
        if (base && base->decision != BaseDecision::merged) return;
        if (!untyped_) untyped_ = &record;
        if (!have_one_address(record, *untyped_))
            context_.refuse("C0319", location,
                            "addresses of " + quoted(record) + " and " + quoted(*untyped_) +
                                " become numbers or `void*`: those of one object will be the same",
                            "convert pointers of the same class");
    }

    /// Whether these parts of one object have one address already.
    bool have_one_address(CXXRecordDecl const& one, CXXRecordDecl const& other) const {
        if (&one == &other) return true;
        std::optional<int64_t> const first = offset_in_target(one);
        return first && first == offset_in_target(other);
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

    CXXRecordDecl const* untyped_ = nullptr; ///< the first that was met
    std::set<clang::Expr const*> released_;
};

} // namespace

void check_addresses(CheckContext const& context) {
    AddressChecks(context).walk();
}

} // namespace collapse

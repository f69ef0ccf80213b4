// SPDX-License-Identifier: BSD-2-Clause
// Uses that look at objects as bytes: the layout changes.
#include "unit_visitor.hpp"

#include <rewrite/syntax/byte_functions.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXRecordDecl;
using rewrite::is_byte;
using rewrite::is_byte_function;

namespace {

class ByteChecks : public UnitVisitor {
public:
    using UnitVisitor::UnitVisitor;

    bool VisitCallExpr(clang::CallExpr* call) override {
        clang::FunctionDecl const* const function = call->getDirectCallee();
        if (!function || llvm::isa<clang::CXXOperatorCallExpr>(call)) return true;
        bool const is_known = is_byte_function(*function);
        bool const has_size =
            std::ranges::any_of(call->arguments(), [&](auto* each) { return names_size(*each); });
        if (!is_known && !has_size) return true;
        for (clang::Expr const* argument : call->arguments()) {
            if (CXXRecordDecl const* const record = bytes_of(*argument))
                context_.refuse("C0310", argument->getBeginLoc(),
                                "`" + function->getNameAsString() +
                                    "` takes an object that holds " + quoted(*record) + " as bytes",
                                "copy, compare or write its members");
        }
        return true;
    }

    bool VisitCastExpr(clang::CastExpr* cast) override {
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
        }
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

private:
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
};

} // namespace

void check_bytes(CheckContext const& context) {
    ByteChecks(context).walk();
}

} // namespace collapse

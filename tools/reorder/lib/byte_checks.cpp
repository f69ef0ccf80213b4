// SPDX-License-Identifier: BSD-2-Clause
// Whole objects may be copied to objects of their class and filled; parts of them may not, and no
// bytes may leave.
#include "use_context.hpp"

#include <rewrite/syntax/byte_functions.hpp>

#include <llvm/ADT/StringSwitch.h>

#include <algorithm>

namespace reorder {

using clang::Expr;
using clang::FieldDecl;
using clang::QualType;

namespace {

enum class ByteUse { copy, fill, leave, none };

ByteUse use_of(clang::FunctionDecl const& function) {
    ByteUse const use = llvm::StringSwitch<ByteUse>(rewrite::plain_name(function))
                            .Cases("memcpy", "memmove", "mempcpy", "bcopy", ByteUse::copy)
                            .Cases("memset", "bzero", "explicit_bzero", ByteUse::fill)
                            .Cases("qsort", "bsearch", "realloc", ByteUse::none)
                            .Default(ByteUse::leave);
    return use == ByteUse::leave && !rewrite::is_byte_function(function) ? ByteUse::none : use;
}

/// Functions that take a size and an address for nothing but to keep memory.
bool manages_memory(clang::FunctionDecl const& function) {
    llvm::StringRef const name = rewrite::plain_name(function);
    return name.contains("alloc") || name.contains("free") || name == "qsort" ||
           name == "bsearch" || name.contains("sort");
}

class ByteChecks : public UseVisitor {
public:
    using UseVisitor::UseVisitor;

    bool VisitCallExpr(clang::CallExpr* call) override {
        clang::FunctionDecl const* const function = call->getDirectCallee();
        if (!function || llvm::isa<clang::CXXOperatorCallExpr>(call)) return true;
        switch (use_of(*function)) {
        case ByteUse::copy:
            check_copy(*function, *call);
            break;
        case ByteUse::fill:
            check_range(*function, *call, 0);
            break;
        case ByteUse::leave:
            check_leaving(*function, *call);
            break;
        case ByteUse::none:
            check_unknown(*function, *call);
            break;
        }
        return true;
    }

    bool VisitFieldDecl(FieldDecl* field) override {
        clang::RecordDecl const& parent = *field->getParent();
        if (!parent.isUnion() || parent.isDependentContext() || !context_.holds(field->getType()))
            return true;
        for (FieldDecl const* other : parent.fields())
            if (!same(other->getType(), field->getType())) {
                context_.refuse("R0509", field->getLocation(),
                                "a union holds `" + field->getType().getAsString() +
                                    "` beside another type, through which its layout can be seen",
                                "hold the object outside of the union");
                break;
            }
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
        for (clang::TemplateArgument const& each : arguments->asArray())
            if (each.getKind() == clang::TemplateArgument::Type && context_.holds(each.getAsType()))
                refuse_bit_cast(name->getBeginLoc());
        return true;
    }

private:
    static bool same(QualType one, QualType other) {
        return one.getCanonicalType().getUnqualifiedType() ==
               other.getCanonicalType().getUnqualifiedType();
    }

    /// What the pointer, as it was before all conversions, points to; an array's element.
    QualType object_of(Expr const& argument) const {
        QualType const type = argument.IgnoreParenCasts()->getType();
        if (type->isPointerType())
            return context_.unit.context().getBaseElementType(type->getPointeeType());
        return type->isArrayType() ? context_.unit.context().getBaseElementType(type) : QualType{};
    }

    static Expr const* size_of_range(clang::FunctionDecl const& function,
                                     clang::CallExpr const& call) {
        unsigned const place = rewrite::plain_name(function).contains("bzero") ? 1 : 2;
        return call.getNumArgs() > place ? call.getArg(place) : nullptr;
    }

    void check_copy(clang::FunctionDecl const& function, clang::CallExpr const& call) {
        if (call.getNumArgs() < 3) return;
        QualType const to = object_of(*call.getArg(0));
        QualType const from = object_of(*call.getArg(1));
        bool const is_concerned = context_.holds(to) || context_.holds(from);
        if (is_concerned && (to.isNull() || from.isNull() || !same(to, from)))
            return refuse_leaving(function, call, context_.holds(from) ? from : to);
        check_range(function, call, 0);
        check_range(function, call, 1);
    }

    void check_range(clang::FunctionDecl const& function, clang::CallExpr const& call,
                     unsigned argument) {
        Expr const* const size = size_of_range(function, call);
        if (!size || call.getNumArgs() <= argument) return;
        Expr const& address = *call.getArg(argument);
        QualType const object = object_of(address);
        if (FieldDecl const* const field = context_.addressed_member(address))
            return check_member(function, call, *field, *size);
        if (!context_.holds(object) || is_whole(*size, object)) return;
        refuse_part(function, call, "a part of an object of `" + object.getAsString() + "`");
    }

    void check_member(clang::FunctionDecl const& function, clang::CallExpr const& call,
                      FieldDecl const& field, Expr const& size) {
        clang::ASTContext& context = context_.unit.context();
        Expr::EvalResult result;
        bool goes_beyond = context_.asks_offset(size) || context_.asks_size(size);
        bool const is_complete = !field.getType()->isIncompleteType();
        bool const is_known = !size.isValueDependent() && size.EvaluateAsInt(result, context);
        if (is_known && is_complete) {
            auto const bytes = uint64_t(context.getTypeSizeInChars(field.getType()).getQuantity());
            goes_beyond |= result.Val.getInt().getZExtValue() > bytes;
        }
        bool const is_inside = context_.holds(field.getType()) && is_known && !goes_beyond;
        if (!goes_beyond || is_inside) return;
        refuse_part(function, call,
                    "members from `" + field.getNameAsString() +
                        "` on, which will not be the same");
    }

    /// `sizeof(X)`, `sizeof *x`, `n * sizeof(X)`.
    bool is_whole(Expr const& size, QualType object) const {
        Expr const* inner = size.IgnoreParenImpCasts();
        if (auto const* const cast = llvm::dyn_cast<clang::ExplicitCastExpr>(inner))
            return is_whole(*cast->getSubExpr(), object);
        if (auto const* const trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(inner))
            return trait->getKind() == clang::UETT_SizeOf &&
                   same(context_.unit.context().getBaseElementType(trait->getTypeOfArgument()),
                        object);
        auto const* const operation = llvm::dyn_cast<clang::BinaryOperator>(inner);
        if (!operation) return false;
        bool const left = is_whole(*operation->getLHS(), object);
        bool const right = is_whole(*operation->getRHS(), object);
        return (operation->getOpcode() == clang::BO_Mul && (left || right)) ||
               (operation->isAdditiveOp() && left && right);
    }

    void check_leaving(clang::FunctionDecl const& function, clang::CallExpr const& call) {
        for (Expr const* argument : call.arguments())
            if (QualType const object = object_of(*argument); context_.holds(object))
                return refuse_leaving(function, call, object);
    }

    /// A function that gets an untyped address and the size of an object sees its bytes.
    void check_unknown(clang::FunctionDecl const& function, clang::CallExpr const& call) {
        bool const names_size = std::ranges::any_of(
            call.arguments(), [&](Expr const* each) { return context_.asks_size(*each); });
        if (!names_size || manages_memory(function)) return;
        for (Expr const* argument : call.arguments()) {
            QualType const type = argument->getType();
            QualType const object = object_of(*argument);
            if (type->isPointerType() && rewrite::is_byte(type->getPointeeType()) &&
                context_.holds(object))
                return refuse_leaving(function, call, object);
        }
    }

    void refuse_leaving(clang::FunctionDecl const& function, clang::CallExpr const& call,
                        QualType object) {
        context_.refuse("R0502", call.getBeginLoc(),
                        "`" + function.getNameAsString() + "` takes an object of `" +
                            object.getUnqualifiedType().getAsString() + "` as bytes",
                        "copy, compare or write its members, or assign the whole object");
    }

    void refuse_part(clang::FunctionDecl const& function, clang::CallExpr const& call,
                     std::string const& what) {
        context_.refuse("R0501", call.getBeginLoc(),
                        "`" + function.getNameAsString() + "` takes " + what,
                        "name the members one by one, or take the whole object by `sizeof`");
    }

    void refuse_bit_cast(clang::SourceLocation location) {
        context_.refuse("R0508", location,
                        "an object that would be laid out anew is taken as bytes",
                        "copy its members");
    }
};

} // namespace

void check_bytes(UseContext const& context) {
    ByteChecks(context).walk();
}

} // namespace reorder

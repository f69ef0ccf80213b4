// SPDX-License-Identifier: BSD-2-Clause
// A value is stable if it is computed from constants, parameters and other stable members alone:
// then it may be computed again, at any time, and is the same.
#include "member_values.hpp"

#include <rewrite/syntax/syntax_visitor.hpp>

#include <algorithm>

namespace reorder {

using clang::Expr;
using clang::FieldDecl;
using clang::VarDecl;
using llvm::dyn_cast;
using llvm::isa;
using rewrite::Range;

namespace {

/// What is written as `x{value}` for a scalar.
Expr const& value_of(Expr const& initialiser) {
    auto const* const list = dyn_cast<clang::InitListExpr>(&initialiser);
    return list && list->getNumInits() == 1 ? *list->getInit(0) : initialiser;
}

bool is_conversion_of_values(clang::CastKind kind) {
    switch (kind) {
    case clang::CK_NoOp:
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingCast:
    case clang::CK_FloatingToBoolean:
    case clang::CK_FloatingToIntegral:
    case clang::CK_NullToPointer:
    case clang::CK_PointerToBoolean:
        return true;
    default:
        return false;
    }
}

/// Counts how initialisers use members and variables. The code of a lambda runs at its own time.
class Uses : public rewrite::SyntaxVisitor {
public:
    std::vector<Expr const*> reads; ///< only their values count
    std::vector<Expr const*> all;

    bool shouldVisitImplicitCode() const override { return true; }

    bool VisitImplicitCastExpr(clang::ImplicitCastExpr* cast) override {
        if (cast->getCastKind() == clang::CK_LValueToRValue)
            reads.push_back(cast->getSubExpr()->IgnoreParens());
        return true;
    }
    bool VisitMemberExpr(clang::MemberExpr* member) override {
        if (own_member(*member)) all.push_back(member);
        return true;
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        all.push_back(name);
        return true;
    }
    bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr* used) override {
        return !used->getExpr() || TraverseStmt(used->getExpr());
    }
    bool TraverseLambdaExpr(clang::LambdaExpr* lambda) override {
        return std::ranges::all_of(lambda->capture_inits(),
                                   [this](Expr* each) { return !each || TraverseStmt(each); });
    }
    bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*) override {
        return true;
    }

    bool are_reads(auto const& is_meant) const {
        return std::ranges::all_of(all, [&, this](Expr const* each) {
            return !is_meant(*each) || std::ranges::count(reads, each) > 0;
        });
    }
};

Uses uses_in(Expr const& initialiser) {
    Uses uses;
    uses.TraverseStmt(const_cast<Expr*>(&initialiser));
    return uses;
}

} // namespace

FieldDecl const* own_member(Expr const& expression) {
    auto const* const member = dyn_cast<clang::MemberExpr>(expression.IgnoreParenImpCasts());
    if (!member || !isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
        return nullptr;
    return dyn_cast<FieldDecl>(member->getMemberDecl());
}

void MemberValues::add(FieldDecl const& field, MemberValue value) {
    values_[&field] = value;
    add(*value.initialiser);
}

std::optional<std::vector<Replacement>> MemberValues::replacements(FieldDecl const& used,
                                                                   FieldDecl const& user) const {
    auto const by = values_.find(&user);
    if (by == values_.end() || !unit_.context().getLangOpts().CPlusPlus11) return std::nullopt;
    if (!is_stable(used, by->second.is_default)) return std::nullopt;
    Uses const uses = uses_in(*by->second.initialiser);
    auto const is_meant = [&](Expr const& each) { return own_member(each) == &used; };
    if (!uses.are_reads(is_meant)) return std::nullopt;
    std::vector<Replacement> found;
    for (Expr const* each : uses.all) {
        if (!is_meant(*each)) continue;
        std::optional<Range> const place = unit_.range(each->getSourceRange());
        if (!place || each->getBeginLoc().isMacroID()) return std::nullopt;
        found.push_back({&used, &user, *place, value_in_place(*place, used)});
    }
    return found;
}

/// What stands in the class is for all constructors: it may use nothing that one of them says.
bool MemberValues::is_stable(FieldDecl const& field, bool in_class) const {
    auto const found = values_.find(&field);
    if (found == values_.end() || (in_class && !found->second.is_default)) return false;
    clang::QualType const type = field.getType();
    if (!type->isScalarType() || type.isVolatileQualified() || field.isBitField()) return false;
    Expr const& value = value_of(*found->second.initialiser);
    return unit_.range(value.getSourceRange()) && !value.getBeginLoc().isMacroID() &&
           is_stable(value, in_class);
}

bool MemberValues::is_stable(Expr const& value, bool in_class) const {
    if (isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral,
            clang::CXXBoolLiteralExpr, clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr,
            clang::UnaryExprOrTypeTraitExpr>(value))
        return true;
    if (auto const* const name = dyn_cast<clang::DeclRefExpr>(&value))
        return isa<clang::EnumConstantDecl>(name->getDecl()) ||
               is_stable_variable(*name->getDecl());
    if (auto const* const name = dyn_cast<clang::MemberExpr>(&value)) {
        FieldDecl const* const member = own_member(*name);
        return member && is_stable(*member, in_class);
    }
    bool is_computation = isa<clang::ParenExpr, clang::ConstantExpr, clang::ConditionalOperator,
                              clang::SubstNonTypeTemplateParmExpr>(value);
    if (auto const* const cast = dyn_cast<clang::CastExpr>(&value))
        is_computation = cast->getCastKind() == clang::CK_LValueToRValue ||
                         is_conversion_of_values(cast->getCastKind());
    if (auto const* const operation = dyn_cast<clang::UnaryOperator>(&value))
        is_computation = operation->isArithmeticOp();
    if (auto const* const operation = dyn_cast<clang::BinaryOperator>(&value))
        is_computation =
            !operation->isAssignmentOp() && !operation->isCommaOp() && !operation->isPtrMemOp();
    return is_computation &&
           std::ranges::all_of(value.children(), [&, this](clang::Stmt const* each) {
               auto const* const part = llvm::dyn_cast_or_null<Expr>(each);
               return part && is_stable(*part, in_class);
           });
}

/// Constants, and parameters that no initialiser may change.
bool MemberValues::is_stable_variable(clang::ValueDecl const& variable) const {
    auto const* const known = dyn_cast<VarDecl>(&variable);
    if (!known || !known->getType()->isScalarType()) return false;
    if (known->getType().isVolatileQualified()) return false;
    if (known->isUsableInConstantExpressions(unit_.context())) return true;
    if (!isa<clang::ParmVarDecl>(known)) return false;
    auto const is_meant = [&](Expr const& each) {
        auto const* const name = dyn_cast<clang::DeclRefExpr>(&each);
        return name && name->getDecl() == known;
    };
    return std::ranges::all_of(
        initialisers_, [&](Expr const* each) { return uses_in(*each).are_reads(is_meant); });
}

/// As the member would have it: converted to its type.
rewrite::Fragment MemberValues::value_in_place(Range place, FieldDecl const& field) const {
    std::string const name = unit_.text().substr(place.begin, place.end - place.begin);
    rewrite::Fragment all{"static_cast<decltype(" + name + ")>("};
    Expr const& value = value_of(*values_.at(&field).initialiser);
    Range const range = *unit_.range(value.getSourceRange());
    auto const plan = std::make_shared<rewrite::EditPlan>();
    for (Expr const* each : uses_in(value).all)
        if (FieldDecl const* const member = own_member(*each)) {
            Range const use = *unit_.range(each->getSourceRange());
            plan->replace(use, value_in_place(use, *member));
        }
    all.emplace_back(rewrite::Moved{range, plan->empty() ? nullptr : plan, /*own_lines=*/false});
    all.emplace_back(")");
    return all;
}

} // namespace reorder

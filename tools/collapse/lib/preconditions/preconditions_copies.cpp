// SPDX-License-Identifier: BSD-2-Clause
// Conversions between the target and a base: what forbids that the base is only copied.
#include "preconditions.hpp"
#include "unit_visitor.hpp"

#include <set>

namespace collapse {

using clang::CXXRecordDecl;

namespace {

class ConversionFinder : public UnitVisitor {
public:
    ConversionFinder(CheckContext const& context, CXXRecordDecl const& base)
        : UnitVisitor(context), base_(*base.getDefinition()) {}

    struct Found {
        clang::SourceLocation location;
        std::string what;
    };
    std::vector<Found> found;

    bool VisitMemberExpr(clang::MemberExpr* member) override {
        clang::Expr const* object = member->getBase();
        for (; object; object = inner(*object))
            for_members_.insert(object);
        return true;
    }

    bool VisitCastExpr(clang::CastExpr* cast) override {
        if (for_members_.contains(cast)) return true;
        clang::QualType const to = cast->getType();
        clang::QualType const from = cast->getSubExpr()->getType();
        switch (cast->getCastKind()) {
        case clang::CK_DerivedToBase:
        case clang::CK_UncheckedDerivedToBase:
            return note(to, from, *cast, "a conversion to its base ");
        case clang::CK_BaseToDerived:
            return note(from, to, *cast, "a conversion back from its base ");
        default:
            return true;
        }
    }

    bool VisitCXXCatchStmt(clang::CXXCatchStmt* handler) override {
        if (!handler->getExceptionDecl()) return true;
        clang::QualType const type = handler->getCaughtType().getNonReferenceType();
        if (class_of(type) == &base_)
            found.push_back(
                {handler->getBeginLoc(), "exceptions are caught by the base " + quoted(base_)});
        return true;
    }

private:
    static clang::Expr const* inner(clang::Expr const& expression) {
        if (auto const* const parenthesis = llvm::dyn_cast<clang::ParenExpr>(&expression))
            return parenthesis->getSubExpr();
        if (auto const* const cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&expression))
            return cast->getSubExpr();
        return nullptr;
    }

    static CXXRecordDecl const* class_of(clang::QualType type) {
        clang::QualType const pointee = type->getPointeeType();
        CXXRecordDecl const* const record =
            (pointee.isNull() ? type : pointee)->getAsCXXRecordDecl();
        return record && record->hasDefinition() ? record->getDefinition() : nullptr;
    }

    bool note(clang::QualType base, clang::QualType derived, clang::CastExpr const& cast,
              std::string const& what) {
        CXXRecordDecl const* const from = class_of(derived);
        if (class_of(base) == &base_ && from && context_.hierarchy.contains(from))
            found.push_back({cast.getExprLoc(), what + quoted(base_)});
        return true;
    }

    CXXRecordDecl const& base_;
    std::set<clang::Expr const*> for_members_;
};

std::vector<ConversionFinder::Found> conversions(CheckContext const& context,
                                                 CXXRecordDecl const& base) {
    ConversionFinder finder(context, base);
    finder.walk();
    return std::move(finder.found);
}

} // namespace

std::vector<BaseUse> base_uses(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                               CXXRecordDecl const& base) {
    rewrite::Diagnostics unused;
    FutureTypes types(unit, {&hierarchy});
    CheckContext const context{unit, hierarchy, types, unused};
    std::vector<BaseUse> result;
    for (auto const& each : conversions(context, base))
        result.push_back({unit.place(each.location), each.what});
    return result;
}

void check_copied_bases(CheckContext const& context) {
    for (Base const& base : context.hierarchy.bases()) {
        if (base.decision != BaseDecision::copied) continue;
        for (auto const& each : conversions(context, *base.record))
            context.refuse("C0320", each.location,
                           quoted(context.hierarchy.target()) + " shall not derive from " +
                               quoted(*base.record) + " any more, but here is " + each.what,
                           "keep the base, or flatten all classes that derive from it");
    }
}

} // namespace collapse

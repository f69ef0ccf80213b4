// SPDX-License-Identifier: BSD-2-Clause
// Types are asked once each.
#include "targets.hpp"

#include <rewrite/syntax/clang.hpp>

namespace specialize {

using clang::Expr;
using clang::FieldDecl;
using llvm::dyn_cast;

Keys Targets::within(ProgramNames const& names, clang::QualType type) const {
    if (type.isNull() || type->isDependentType()) return {};
    clang::RecordDecl const* record = type->getBaseElementTypeUnsafe()->getAsRecordDecl();
    record = record ? record->getDefinition() : nullptr;
    if (!record) return {};
    std::string const key = names.record(*record);
    if (auto const known = within_.find(key); known != within_.end()) return known->second;
    within_[key] = {};
    Keys found;
    auto const add = [&](Keys const& more) { found.insert(more.begin(), more.end()); };
    for (FieldDecl const* field : record->fields()) {
        if (std::string member = names.member(*field); keys_.contains(member))
            found.insert(std::move(member));
        add(within(names, field->getType()));
    }
    if (auto const* const derived = dyn_cast<clang::CXXRecordDecl>(record))
        for (clang::CXXBaseSpecifier const& base : derived->bases())
            add(within(names, base.getType()));
    return within_[key] = found;
}

namespace {

/// Goes from a place to the object that it is a part of.
class PlaceWalk {
public:
    PlaceWalk(Targets const& targets, ProgramNames const& names)
        : targets_(targets), names_(names) {}

    Touched walk(Expr const& place) {
        touched_.targets = targets_.within(names_, place.getType());
        touched_.is_aggregate = !touched_.targets.empty();
        Expr const* at = &place;
        while (Expr const* next = step(*at->IgnoreParens()))
            at = next;
        if (!touched_.root) touched_.root = at->IgnoreParens();
        touched_.targets.insert(touched_.named.begin(), touched_.named.end());
        return touched_;
    }

private:
    /// Null: there is no outer object.
    Expr const* step(Expr const& at) {
        if (auto const* const cast = dyn_cast<clang::CastExpr>(&at))
            return cast->isGLValue() && cast->getCastKind() != clang::CK_LValueBitCast
                       ? cast->getSubExpr()
                       : nullptr;
        if (auto const* const kept = dyn_cast<clang::MaterializeTemporaryExpr>(&at))
            return kept->getSubExpr();
        if (auto const* const element = dyn_cast<clang::ArraySubscriptExpr>(&at)) {
            Expr const* const base = element->getBase()->IgnoreParens();
            auto const* const decayed = dyn_cast<clang::ImplicitCastExpr>(base);
            if (decayed && decayed->getCastKind() == clang::CK_ArrayToPointerDecay)
                return decayed->getSubExpr();
            return behind(*base);
        }
        if (auto const* const operation = dyn_cast<clang::UnaryOperator>(&at)) {
            if (operation->getOpcode() == clang::UO_Deref) return deref(*operation->getSubExpr());
            return operation->isGLValue() ? operation->getSubExpr() : nullptr;
        }
        if (auto const* const operation = dyn_cast<clang::BinaryOperator>(&at)) {
            if (!operation->isGLValue() || operation->isPtrMemOp()) return nullptr;
            return operation->isCommaOp() ? operation->getRHS() : operation->getLHS();
        }
        if (auto const* const name = dyn_cast<clang::DeclRefExpr>(&at)) {
            if (auto const* const part = dyn_cast<clang::BindingDecl>(name->getDecl()))
                return part->getBinding();
            hit(*name->getDecl());
        }
        auto const* const member = dyn_cast<clang::MemberExpr>(&at);
        return member ? member_step(*member) : nullptr;
    }

    Expr const* member_step(clang::MemberExpr const& member) {
        hit(*member.getMemberDecl());
        auto const* const field = dyn_cast<FieldDecl>(member.getMemberDecl());
        if (!field || field->getType()->isReferenceType()) return nullptr;
        if (field->getParent()->isUnion()) note_overlap(*field);
        return member.isArrow() ? deref(*member.getBase()) : member.getBase();
    }

    Expr const* deref(Expr const& pointer) {
        Expr const* const inner = pointer.IgnoreParens();
        auto const* const address = dyn_cast<clang::UnaryOperator>(inner);
        if (address && address->getOpcode() == clang::UO_AddrOf) return address->getSubExpr();
        return behind(*inner);
    }

    Expr const* behind(Expr const& pointer) {
        touched_.root = &pointer;
        touched_.is_behind_pointer = true;
        return nullptr;
    }

    void hit(clang::ValueDecl const& declaration) {
        // A reference stays what it is; what it leads to is found by its address.
        if (!llvm::isa<FieldDecl, clang::VarDecl>(declaration)) return;
        if (declaration.getType()->isReferenceType()) return;
        if (std::string key = names_.value(declaration); targets_.contains(key))
            touched_.named.insert(std::move(key));
    }

    void note_overlap(FieldDecl const& written) {
        for (FieldDecl const* other : written.getParent()->fields()) {
            if (other == &written) continue;
            Keys found = targets_.within(names_, other->getType());
            if (std::string key = names_.member(*other); targets_.contains(key)) found.insert(key);
            touched_.is_overlap |= !found.empty();
            touched_.named.insert(found.begin(), found.end());
        }
    }

    Targets const& targets_;
    ProgramNames const& names_;
    Touched touched_;
};

} // namespace

Touched Targets::touched(ProgramNames const& names, Expr const& place) const {
    return PlaceWalk(*this, names).walk(place);
}

} // namespace specialize

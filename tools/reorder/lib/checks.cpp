// SPDX-License-Identifier: BSD-2-Clause
// Runs all checks of uses, and what they share.
#include "lists.hpp"
#include "use_context.hpp"

#include <rewrite/text/find_records.hpp>

#include <algorithm>

namespace reorder {

using clang::Expr;
using clang::FieldDecl;
using clang::QualType;
using clang::RecordDecl;

std::vector<FirstMemberUse> check_uses(rewrite::Unit const& unit,
                                       std::vector<Arrangement> const& arrangements,
                                       rewrite::Diagnostics& diagnostics) {
    std::vector<FirstMemberUse> first_member_uses;
    UseContext const context{unit, arrangements, diagnostics, first_member_uses};
    check_bytes(context);
    check_casts(context);
    check_addresses(context);
    return first_member_uses;
}

std::string quoted(Arrangement const& target) {
    return "`" + rewrite::record_name(target.record()) + "`";
}

void UseContext::refuse(std::string const& code, clang::SourceLocation location,
                        std::string message, std::string help) const {
    diagnostics.refuse(code, unit.place(location), std::move(message), std::move(help));
}

Arrangement const* UseContext::target(QualType type) const {
    if (type.isNull()) return nullptr;
    return target_of(unit.context().getBaseElementType(type.getNonReferenceType()), arrangements);
}

Arrangement const* UseContext::pointee(QualType type) const {
    return type.isNull() ? nullptr : target(type->getPointeeType());
}

bool UseContext::holds(QualType type) const {
    if (type.isNull() || type->isDependentType()) return false;
    if (target(type)) return true;
    RecordDecl const* record = unit.context().getBaseElementType(type)->getAsRecordDecl();
    if (record) record = record->getDefinition();
    if (!record || !unit.offset(record->getLocation())) return false;
    auto const* const in_cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record);
    return std::ranges::any_of(record->fields(),
                               [&](auto const* each) { return holds(each->getType()); }) ||
           (in_cxx && std::ranges::any_of(in_cxx->bases(),
                                          [&](auto const& each) { return holds(each.getType()); }));
}

FieldDecl const* UseContext::addressed_member(Expr const& address) const {
    Expr const* inner = address.IgnoreParenCasts();
    auto const* const operation = llvm::dyn_cast<clang::UnaryOperator>(inner);
    if (operation && operation->getOpcode() == clang::UO_AddrOf) {
        inner = operation->getSubExpr()->IgnoreParenCasts();
        if (auto const* const element = llvm::dyn_cast<clang::ArraySubscriptExpr>(inner))
            inner = element->getBase()->IgnoreParenCasts();
    } else if (!inner->getType()->isArrayType()) {
        return nullptr;
    }
    auto const* const member = llvm::dyn_cast<clang::MemberExpr>(inner);
    auto const* const field = member ? llvm::dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    if (!field) return nullptr;
    return target(unit.context().getRecordType(field->getParent())) ? field : nullptr;
}

bool UseContext::asks_offset(clang::Stmt const& code) const {
    auto const* const offset = llvm::dyn_cast<clang::OffsetOfExpr>(&code);
    if (offset && target(offset->getTypeSourceInfo()->getType())) return true;
    if (llvm::isa<clang::CallExpr>(code)) return false;
    return std::ranges::any_of(code.children(),
                               [&](clang::Stmt const* each) { return each && asks_offset(*each); });
}

bool UseContext::asks_size(clang::Stmt const& code) const {
    if (auto const* const trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(&code))
        return trait->getKind() == clang::UETT_SizeOf &&
               !trait->getTypeOfArgument()->isDependentType() && holds(trait->getTypeOfArgument());
    if (llvm::isa<clang::CallExpr>(code)) return false;
    return std::ranges::any_of(code.children(),
                               [&](clang::Stmt const* each) { return each && asks_size(*each); });
}

} // namespace reorder

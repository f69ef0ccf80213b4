// SPDX-License-Identifier: BSD-2-Clause
// Defaulted operators compare members in the order of their declaration.
#include "checks.hpp"

#include <rewrite/syntax/clang.hpp>

#include <clang/AST/DeclFriend.h>

#include <algorithm>

namespace reorder {

using clang::FieldDecl;

namespace {

bool is_scalar(FieldDecl const* field) {
    return field->getType()->getBaseElementTypeUnsafe()->isScalarType();
}

/// Whether members compared by functions of their own change places among each other.
bool moves_classes(Arrangement const& arrangement) {
    std::vector<size_t> ranks;
    for (FieldDecl const* field : arrangement.old_fields())
        if (!is_scalar(field)) ranks.push_back(arrangement.rank(*field));
    return !std::ranges::is_sorted(ranks);
}

void check(rewrite::Unit const& unit, Arrangement const& arrangement,
           clang::FunctionDecl const& function, rewrite::Diagnostics& diagnostics) {
    if (!function.isDefaulted() || function.isDeleted()) return;
    bool const orders = function.getOverloadedOperator() == clang::OO_Spaceship;
    bool const compares = function.getOverloadedOperator() == clang::OO_EqualEqual;
    if (!orders && !(compares && moves_classes(arrangement))) return;
    diagnostics.refuse("R0409", unit.place(function.getLocation()),
                       "the compiler makes this comparison from the members in their order",
                       "write the comparison out, member by member");
}

} // namespace

void check_comparisons(rewrite::Unit const& unit, Arrangement const& arrangement,
                       rewrite::Diagnostics& diagnostics) {
    auto const* const record = llvm::dyn_cast<clang::CXXRecordDecl>(&arrangement.record());
    if (!record || arrangement.old_fields() == arrangement.new_fields()) return;
    for (clang::CXXMethodDecl const* each : record->methods())
        check(unit, arrangement, *each, diagnostics);
    for (clang::FriendDecl const* each : record->friends())
        if (auto const* const function =
                llvm::dyn_cast_or_null<clang::FunctionDecl>(each->getFriendDecl()))
            check(unit, arrangement, *function, diagnostics);
}

} // namespace reorder

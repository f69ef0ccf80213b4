// SPDX-License-Identifier: BSD-2-Clause
// Assigns member by member, those of the base's own bases first.
#include "base_assignments.hpp"

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;

namespace {

CXXMethodDecl const* assignment_of(CXXRecordDecl const& record, bool moves) {
    for (CXXMethodDecl const* each : record.methods())
        if (moves ? each->isMoveAssignmentOperator() : each->isCopyAssignmentOperator())
            return each;
    return nullptr;
}

/// Without one of its own, a base is copied instead of moved.
bool is_of_compiler(CXXRecordDecl const& record, bool moves) {
    CXXMethodDecl const* const own = assignment_of(record, moves);
    return own && !own->isUserProvided() && !own->isDeleted() && !own->isVirtual();
}

bool can_be_written(CXXRecordDecl const& record, Hierarchy const& hierarchy, bool moves) {
    if (!hierarchy.is_flattened(&record) || !is_of_compiler(record, moves)) return false;
    bool const fields = std::ranges::all_of(record.fields(), [](clang::FieldDecl const* field) {
        return field->isUnnamedBitField() ||
               (field->getIdentifier() && !field->getType()->isArrayType());
    });
    return fields && std::ranges::all_of(record.bases(), [&](clang::CXXBaseSpecifier const& base) {
               CXXRecordDecl const* const inner = base.getType()->getAsCXXRecordDecl();
               return !base.isVirtual() && inner && inner->hasDefinition() &&
                      can_be_written(*inner->getDefinition(), hierarchy, moves);
           });
}

void add_members(CXXRecordDecl const& record, Hierarchy const& hierarchy, bool moves,
                 std::string& text) {
    for (clang::CXXBaseSpecifier const& base : record.bases())
        add_members(*base.getType()->getAsCXXRecordDecl()->getDefinition(), hierarchy, moves, text);
    for (clang::FieldDecl const* field : record.fields()) {
        if (field->isUnnamedBitField()) continue;
        std::string const name = hierarchy.name_of(*field);
        std::string const from = "other." + name;
        text += "    this->" + name + " = " +
                (moves ? "static_cast<decltype(" + from + ")&&>(" + from + ")" : from) + ";\n";
    }
}

std::string definition(CXXMethodDecl const& assignment, Hierarchy const& hierarchy) {
    std::string const target = hierarchy.target().getNameAsString();
    bool const moves = assignment.isMoveAssignmentOperator();
    bool const from_const =
        assignment.getParamDecl(0)->getType()->getPointeeType().isConstQualified();
    auto const& type = *assignment.getType()->castAs<clang::FunctionProtoType>();
    std::string text = assignment.isConstexpr() ? "constexpr " : "";
    text += target + "& " + base_assignment_name(assignment, hierarchy) + "(" + target +
            (moves        ? "&&"
             : from_const ? " const&"
                          : "&") +
            " other)" + (type.isNothrow() ? " noexcept" : "") + " {\n";
    add_members(*assignment.getParent()->getDefinition(), hierarchy, moves, text);
    return text + "    return *this;\n}\n";
}

} // namespace

CXXMethodDecl const* base_assignment(clang::MemberExpr const& access, Hierarchy const& hierarchy) {
    auto const* const method = llvm::dyn_cast<CXXMethodDecl>(access.getMemberDecl());
    bool const moves = method && method->isMoveAssignmentOperator();
    if (!method || !(moves || method->isCopyAssignmentOperator())) return nullptr;
    bool const is_own = llvm::isa<clang::CXXThisExpr>(access.getBase()->IgnoreParenImpCasts());
    Base const* const base = hierarchy.find(method->getParent());
    if (!is_own || !access.hasQualifier() || !base || base->decision != BaseDecision::merged)
        return nullptr;
    return can_be_written(*base->record, hierarchy, moves) ? method : nullptr;
}

std::string base_assignment_name(CXXMethodDecl const& assignment, Hierarchy const& hierarchy) {
    clang::IdentifierTable& names = assignment.getASTContext().Idents;
    std::string name = assignment.getParent()->getNameAsString() +
                       (assignment.isMoveAssignmentOperator() ? "_move" : "_copy");
    auto const is_taken = [&](CXXRecordDecl const* record) {
        return !record->lookup(&names.get(name)).empty();
    };
    while (std::ranges::any_of(hierarchy.construction_order(), is_taken))
        name += '_';
    return name;
}

std::string base_assignments_text(NameUses const& uses, Hierarchy const& hierarchy) {
    std::set<CXXMethodDecl const*> called;
    std::string text;
    for (NameUse const& use : uses.names)
        if (CXXMethodDecl const* const each =
                use.access ? base_assignment(*use.access, hierarchy) : nullptr)
            if (called.insert(each->getCanonicalDecl()).second)
                text += definition(*each, hierarchy);
    return text.empty() ? text : "private:\n" + text;
}

} // namespace collapse

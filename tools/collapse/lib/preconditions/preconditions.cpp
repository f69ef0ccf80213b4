// SPDX-License-Identifier: BSD-2-Clause
// Runs all checks, and what they share.
#include "preconditions.hpp"

#include "precondition_checks.hpp"

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXRecordDecl;
using clang::QualType;

void check_preconditions(rewrite::Unit const& unit, Hierarchy const& hierarchy, FutureTypes& types,
                         rewrite::Diagnostics& diagnostics) {
    CheckContext const context{unit, hierarchy, types, diagnostics};
    check_shape(context);
    check_identity(context);
    check_objects(context);
    check_bytes(context);
    check_addresses(context);
    check_types(context);
    check_generated(context);
    check_statics(context);
    check_copied_bases(context);
}

void CheckContext::refuse(std::string const& code, clang::SourceLocation location,
                          std::string message, std::string help) const {
    diagnostics.refuse(code, unit.place(location), std::move(message), std::move(help));
}

CXXRecordDecl const* CheckContext::record_in(QualType type) const {
    if (type.isNull()) return nullptr;
    type = unit.context().getBaseElementType(type.getNonReferenceType());
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition()) return nullptr;
    return hierarchy.contains(record) ? record->getDefinition() : nullptr;
}

CXXRecordDecl const* CheckContext::merged_in(QualType type) const {
    CXXRecordDecl const* const record = record_in(type);
    Base const* const base = hierarchy.find(record);
    return base && base->decision == BaseDecision::merged ? record : nullptr;
}

CXXRecordDecl const* CheckContext::pointee_in(QualType type) const {
    QualType const pointee = type.isNull() ? type : type->getPointeeType();
    return pointee.isNull() ? nullptr : record_in(pointee);
}

CXXRecordDecl const* CheckContext::merged_pointee_in(QualType type) const {
    QualType const pointee = type.isNull() ? type : type->getPointeeType();
    return pointee.isNull() ? nullptr : merged_in(pointee);
}

bool CheckContext::holds(QualType type) const {
    type = unit.context().getBaseElementType(type);
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition()) return false;
    if (hierarchy.contains(record)) return true;
    CXXRecordDecl const& definition = *record->getDefinition();
    if (is_in_system_header(definition)) return false;
    return std::ranges::any_of(definition.fields(),
                               [&](auto const* field) { return holds(field->getType()); }) ||
           std::ranges::any_of(definition.bases(),
                               [&](auto const& base) { return holds(base.getType()); });
}

bool is_in_system_header(clang::Decl const& declaration) {
    clang::SourceManager const& sources = declaration.getASTContext().getSourceManager();
    return sources.isInSystemHeader(sources.getExpansionLoc(declaration.getLocation()));
}

std::string quoted(CXXRecordDecl const& record) {
    return "`" + record.getQualifiedNameAsString() + "`";
}

} // namespace collapse

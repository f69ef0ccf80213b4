// SPDX-License-Identifier: BSD-2-Clause
// Runs all checks, and what they share.
#include "preconditions.hpp"

#include "precondition_checks.hpp"

#include <rewrite/lib/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXRecordDecl;
using clang::QualType;

void check_preconditions(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                         rewrite::Diagnostics& diagnostics) {
    CheckContext const context{unit, hierarchy, diagnostics};
    check_shape(context);
    check_identity(context);
    check_objects(context);
    check_bytes(context);
    check_types(context);
    check_generated(context);
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
    return base && base->fate == Fate::merged ? record : nullptr;
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

bool CheckContext::will_be_same(QualType a, QualType b) const {
    a = a.getCanonicalType();
    b = b.getCanonicalType();
    if (a == b) return true;
    if (a.getQualifiers() != b.getQualifiers() || a->getTypeClass() != b->getTypeClass())
        return false;
    if (a->isPointerType() || a->isReferenceType())
        return will_be_same(a->getPointeeType(), b->getPointeeType());
    CXXRecordDecl const* const first = a->getAsCXXRecordDecl();
    CXXRecordDecl const* const second = b->getAsCXXRecordDecl();
    if (!first || !second) return false;
    auto const will_be_target = [&](QualType type, CXXRecordDecl const* record) {
        return merged_in(type) ||
               (record->hasDefinition() && record->getDefinition() == &hierarchy.target());
    };
    if (will_be_target(a, first) && will_be_target(b, second)) return true;
    auto const* const one = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(first);
    auto const* const other = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(second);
    if (!one || !other ||
        one->getSpecializedTemplate()->getCanonicalDecl() !=
            other->getSpecializedTemplate()->getCanonicalDecl())
        return false;
    return std::ranges::equal(
        one->getTemplateArgs().asArray(), other->getTemplateArgs().asArray(),
        [&](clang::TemplateArgument const& x, clang::TemplateArgument const& y) {
            bool const types = x.getKind() == clang::TemplateArgument::Type &&
                               y.getKind() == clang::TemplateArgument::Type;
            return types ? will_be_same(x.getAsType(), y.getAsType()) : x.structurallyEquals(y);
        });
}

bool is_in_system_header(clang::Decl const& declaration) {
    clang::SourceManager const& sources = declaration.getASTContext().getSourceManager();
    return sources.isInSystemHeader(sources.getExpansionLoc(declaration.getLocation()));
}

std::string quoted(CXXRecordDecl const& record) {
    return "`" + record.getQualifiedNameAsString() + "`";
}

} // namespace collapse

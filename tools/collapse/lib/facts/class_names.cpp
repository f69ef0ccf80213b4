// SPDX-License-Identifier: BSD-2-Clause
// Names of classes, looked up once each.
#include "class_names.hpp"

#include <rewrite/syntax/clang.hpp>

namespace collapse {

using clang::CXXRecordDecl;

std::string const& ClassNames::of(CXXRecordDecl const* record) {
    static std::string const none;
    if (!record) return none;
    auto const [entry, is_new] = names_.try_emplace(record->getCanonicalDecl());
    if (!is_new) return entry->second;
    CXXRecordDecl const* const definition = record->getDefinition();
    if (!is_of_interest(definition ? *definition : *record)) return none;
    if (!llvm::isa<clang::ClassTemplateSpecializationDecl>(record))
        return entry->second = record->getQualifiedNameAsString();
    clang::PrintingPolicy policy = unit_.context().getPrintingPolicy();
    policy.SuppressTagKeyword = true;
    return entry->second =
               unit_.context().getRecordType(record).getCanonicalType().getAsString(policy);
}

bool ClassNames::is_of_interest(CXXRecordDecl const& record) const {
    if (record.isLambda() || record.isDependentType()) return false;
    if (unit_.offset(record.getLocation())) return true;
    if (!record.hasDefinition()) return false;
    return llvm::any_of(record.bases(), [this](clang::CXXBaseSpecifier const& base) {
        CXXRecordDecl const* const of_base = base.getType()->getAsCXXRecordDecl();
        return of_base && of_base->hasDefinition() && is_of_interest(*of_base->getDefinition());
    });
}

std::string const& ClassNames::behind(clang::QualType type) {
    type = type.getCanonicalType();
    while (true) {
        if (!type->getPointeeType().isNull())
            type = type->getPointeeType();
        else if (auto const* const array = type->getAsArrayTypeUnsafe())
            type = array->getElementType();
        else
            return of(type->getAsCXXRecordDecl());
    }
}

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Knows the destructors of the standard library by name.
#include "destruction.hpp"

#include "evaluation.hpp"

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXRecordDecl;

namespace {

bool is_of_std(CXXRecordDecl const& record, llvm::ArrayRef<llvm::StringRef> names) {
    return is_of_system(record) && record.isInStdNamespace() &&
           llvm::is_contained(names, record.getName());
}

bool has_own_delete(CXXRecordDecl const& record) {
    clang::DeclarationNameTable& names = record.getASTContext().DeclarationNames;
    return record.hasMemberName(names.getCXXOperatorName(clang::OO_Delete)) ||
           record.hasMemberName(names.getCXXOperatorName(clang::OO_Array_Delete));
}

/// Whether the argument is `std::NAME<...>`.
bool is_of_std(clang::TemplateArgument const& argument, llvm::StringRef name) {
    if (argument.getKind() != clang::TemplateArgument::Type) return false;
    CXXRecordDecl const* const record = argument.getAsType()->getAsCXXRecordDecl();
    return record && is_of_std(*record, name);
}

bool is_unobservable(clang::TemplateArgument const& argument) {
    if (argument.getKind() == clang::TemplateArgument::Pack)
        return std::ranges::all_of(argument.pack_elements(), is_unobservable);
    return argument.getKind() != clang::TemplateArgument::Type ||
           destruction_is_unobservable(argument.getAsType());
}

/// Whether a class of the standard library ends silently if its arguments do.
bool ends_like_arguments(clang::ClassTemplateSpecializationDecl const& record) {
    auto const arguments = record.getTemplateArgs().asArray();
    if (is_of_std(record, {"pair", "tuple", "array", "optional", "variant", "stack", "queue",
                           "priority_queue"}))
        return true;
    if (is_of_std(record, {"basic_string", "vector", "deque", "list", "forward_list", "set",
                           "multiset", "map", "multimap", "unordered_set", "unordered_multiset",
                           "unordered_map", "unordered_multimap"}))
        return is_of_std(arguments.back(), "allocator");
    if (!is_of_std(record, {"unique_ptr"}) || !is_of_std(arguments.back(), "default_delete"))
        return false;
    CXXRecordDecl const* const owned =
        arguments.front().getAsType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return !owned || (owned->hasDefinition() && !has_own_delete(*owned->getDefinition()));
}

} // namespace

bool destruction_is_unobservable(clang::QualType type) {
    type = type.getCanonicalType();
    while (auto const* const array = type->getAsArrayTypeUnsafe())
        type = array->getElementType();
    clang::CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record) return true;
    if (is_of_std(*record, {"allocator", "default_delete", "less", "greater", "equal_to", "hash",
                            "char_traits"}))
        return true;
    auto const* const special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (special && ends_like_arguments(*special) &&
        std::ranges::all_of(special->getTemplateArgs().asArray(), is_unobservable))
        return true;
    return record->hasDefinition() && record->hasTrivialDestructor();
}

} // namespace collapse

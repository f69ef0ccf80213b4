// SPDX-License-Identifier: BSD-2-Clause
// Walks over types; templates of system headers are walked into by their arguments.
#include "address_types.hpp"

#include "evaluation.hpp"

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXRecordDecl;
using clang::FunctionDecl;
using clang::QualType;
using clang::TemplateArgument;
using Arguments = llvm::ArrayRef<TemplateArgument>;

namespace {

CXXRecordDecl const* record_of(QualType type) {
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    return record && record->hasDefinition() ? record->getDefinition() : nullptr;
}

Arguments template_arguments_of(CXXRecordDecl const& record) {
    auto const* const special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    return special && is_of_system(record) ? special->getTemplateArgs().asArray() : Arguments{};
}

bool any_type(Arguments arguments, llvm::function_ref<bool(QualType)> holds) {
    return std::ranges::any_of(arguments, [&](TemplateArgument const& each) {
        if (each.getKind() == TemplateArgument::Pack) return any_type(each.pack_elements(), holds);
        return each.getKind() == TemplateArgument::Type && holds(each.getAsType());
    });
}

void add_pointees_in_object(QualType type, Hierarchy const& hierarchy, Records& found,
                            std::set<CXXRecordDecl const*>& seen) {
    type = type->getBaseElementTypeUnsafe()->getCanonicalTypeInternal();
    if (type->isPointerType()) {
        CXXRecordDecl const* const pointee = record_of(type->getPointeeType());
        if (pointee && hierarchy.contains(pointee)) found.insert(pointee);
        return;
    }
    CXXRecordDecl const* const record = record_of(type);
    if (!record || !seen.insert(record).second) return;
    for (clang::CXXBaseSpecifier const& base : record->bases())
        add_pointees_in_object(base.getType(), hierarchy, found, seen);
    for (clang::FieldDecl const* field : record->fields())
        add_pointees_in_object(field->getType(), hierarchy, found, seen);
}

/// Adds the classes that arguments of templates lead to: `Base*`, `Base**`, `shared_ptr<Base>`.
bool add_pointees_in_type(QualType type, Hierarchy const& hierarchy, Records& found) {
    type = type.getCanonicalType().getNonReferenceType();
    while (!type->getPointeeType().isNull())
        type = type->getPointeeType();
    type = type->getBaseElementTypeUnsafe()->getCanonicalTypeInternal();
    CXXRecordDecl const* const record = record_of(type);
    if (!record) return false;
    if (hierarchy.contains(record)) {
        found.insert(record);
        return false;
    }
    return any_type(template_arguments_of(*record),
                    [&](QualType each) { return add_pointees_in_type(each, hierarchy, found); });
}

bool takes_untyped(FunctionDecl const& function) {
    return std::ranges::any_of(function.parameters(), [](clang::ParmVarDecl const* parameter) {
        return parameter->getType().getNonReferenceType()->isVoidPointerType();
    });
}

/// Whether an object of a class of the program can be made from `void*`, or called with it.
bool accepts_untyped(CXXRecordDecl const& record) {
    return std::ranges::any_of(record.methods(), [](clang::CXXMethodDecl const* method) {
        bool const is_call = method->getOverloadedOperator() == clang::OO_Call;
        return (is_call || llvm::isa<clang::CXXConstructorDecl>(method)) && takes_untyped(*method);
    });
}

bool names_untyped(QualType type);

bool names_untyped_within(QualType argument) {
    return argument->isVoidType() || names_untyped(argument);
}

/// Whether the type speaks of `void*`: itself, in a signature, or as `shared_ptr<void>`.
bool names_untyped(QualType type) {
    type = type.getCanonicalType().getNonReferenceType();
    while (!type->getPointeeType().isNull()) {
        if (type->isVoidPointerType()) return true;
        type = type->getPointeeType();
    }
    type = type->getBaseElementTypeUnsafe()->getCanonicalTypeInternal();
    if (auto const* const function = type->getAs<clang::FunctionProtoType>())
        return std::ranges::any_of(function->param_types(), names_untyped) ||
               names_untyped(function->getReturnType());
    CXXRecordDecl const* const record = record_of(type);
    if (!record) return false;
    if (!is_of_system(*record)) return accepts_untyped(*record);
    return any_type(template_arguments_of(*record), names_untyped_within);
}

bool is_about_hashes(FunctionDecl const& function) {
    auto const has_name = [](clang::NamedDecl const& declaration) {
        return declaration.getIdentifier() && declaration.getName().contains_insensitive("hash");
    };
    auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    bool const is_hasher = method && method->getOverloadedOperator() == clang::OO_Call &&
                           has_name(*method->getParent());
    bool const is_bucket = function.getIdentifier() && function.getName() == "bucket";
    return is_hasher || is_bucket || has_name(function);
}

/// Whether the template is made for a class that hashes.
bool names_hasher(QualType type) {
    CXXRecordDecl const* const record = record_of(type.getNonReferenceType());
    return record && is_of_system(*record) && record->getIdentifier() &&
           record->getName() == "hash";
}

bool prints_pointer(FunctionDecl const& function) {
    return function.getOverloadedOperator() == clang::OO_LessLess &&
           std::ranges::any_of(function.parameters(), [](clang::ParmVarDecl const* parameter) {
               CXXRecordDecl const* const record =
                   record_of(parameter->getType().getNonReferenceType());
               return record && record->isInStdNamespace() && record->getIdentifier() &&
                      record->getName().ends_with("_ptr");
           });
}

} // namespace

Records pointees_within(QualType object, Hierarchy const& hierarchy) {
    Records found;
    std::set<CXXRecordDecl const*> seen;
    add_pointees_in_object(object, hierarchy, found, seen);
    return found;
}

Records untyped_in_system_code(FunctionDecl const& function, Hierarchy const& hierarchy) {
    Arguments own;
    if (auto const* const list = function.getTemplateSpecializationArgs()) own = list->asArray();
    auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    Arguments const around = method ? template_arguments_of(*method->getParent()) : Arguments{};
    Records found;
    auto const add = [&](QualType each) { return add_pointees_in_type(each, hierarchy, found); };
    any_type(own, add);
    if (is_about_hashes(function)) {
        any_type(around, add);
        for (clang::ParmVarDecl const* parameter : function.parameters())
            add(parameter->getType());
        return found;
    }
    bool const loses_type =
        prints_pointer(function) || any_type(own, names_hasher) || any_type(own, names_untyped) ||
        any_type(around, names_untyped_within) || names_untyped(function.getReturnType());
    return loses_type ? found : Records{};
}

} // namespace collapse

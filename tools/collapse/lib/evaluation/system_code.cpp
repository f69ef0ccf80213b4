// SPDX-License-Identifier: BSD-2-Clause
// Names classes of the standard library, and trusts `noexcept`.
#include "system_code.hpp"

#include "destruction.hpp"
#include "throwing.hpp"

#include <rewrite/syntax/clang.hpp>

#include <llvm/ADT/StringSwitch.h>

#include <algorithm>
#include <optional>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::CXXRecordDecl;
using clang::FunctionDecl;
using clang::ParmVarDecl;

namespace {

/// Whether code outside the system's headers may run when the type is used: its own classes, and
/// functions that are called through pointers.
bool involves_text(clang::QualType type);

bool involves_text(llvm::ArrayRef<clang::TemplateArgument> arguments) {
    return std::ranges::any_of(arguments, [](clang::TemplateArgument const& argument) {
        if (argument.getKind() == clang::TemplateArgument::Type)
            return involves_text(argument.getAsType());
        if (argument.getKind() == clang::TemplateArgument::Pack)
            return involves_text(argument.getPackAsArray());
        return argument.getKind() != clang::TemplateArgument::Integral;
    });
}

bool involves_text(clang::QualType type) {
    type = type.getCanonicalType().getNonReferenceType();
    while (auto const* const array = type->getAsArrayTypeUnsafe())
        type = array->getElementType();
    if (type->isPointerType()) return type->getPointeeType()->isFunctionType();
    if (type->isFunctionType() || type->isMemberPointerType()) return true;
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record) return false;
    if (!is_of_system(*record))
        return !record->hasDefinition() || !record->isTrivial() || record->isLambda();
    auto const* const special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    return special && involves_text(special->getTemplateArgs().asArray());
}

/// How many template arguments of a class of the standard library are types of elements of which
/// its default constructor makes none; nothing if the class is not known to be harmless.
std::optional<unsigned> elements_left_out(CXXRecordDecl const& record) {
    if (!record.isInStdNamespace() || !record.getIdentifier()) return std::nullopt;
    return llvm::StringSwitch<std::optional<unsigned>>(record.getName())
        .Cases("map", "multimap", "unordered_map", "unordered_multimap", 2U)
        .Cases("set", "multiset", "unordered_set", "unordered_multiset", 1U)
        .Cases("vector", "list", "forward_list", 1U)
        .Cases("unique_ptr", "shared_ptr", "weak_ptr", "optional", "span", 1U)
        .Cases("function", "move_only_function", "initializer_list", 1U)
        .Cases("basic_string", "basic_string_view", "pair", "tuple", "array", 0U)
        .Cases("atomic", "any", "mutex", "recursive_mutex", "shared_mutex", 0U)
        .Cases("condition_variable", "condition_variable_any", "thread", "allocator", 0U)
        .Cases("mersenne_twister_engine", "complex", "bitset", 0U)
        .Default(std::nullopt);
}

/// A number, a pointer, or a class of the library that is nothing but numbers.
bool is_number(clang::QualType type) {
    type = type.getCanonicalType().getNonReferenceType();
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record) return type->isScalarType();
    auto const* const special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    return is_of_system(*record) && special &&
           is_of_library(*record, {"duration", "time_point", "complex", "pair", "tuple", "ratio",
                                   "integral_constant"}) &&
           std::ranges::all_of(
               special->getTemplateArgs().asArray(), [](clang::TemplateArgument const& each) {
                   auto const is_harmless = [](clang::TemplateArgument const& argument) {
                       return argument.getKind() != clang::TemplateArgument::Type ||
                              is_number(argument.getAsType()) ||
                              !argument.getAsType()->isRecordType() ||
                              argument.getAsType()->getAsCXXRecordDecl()->isEmpty();
                   };
                   return each.getKind() == clang::TemplateArgument::Pack
                              ? std::ranges::all_of(each.pack_elements(), is_harmless)
                              : is_harmless(each);
               });
}

/// Whether a constructor that gets values neither allocates nor checks them.
bool cannot_fail(CXXConstructorDecl const& constructor) {
    CXXRecordDecl const& record = *constructor.getParent();
    return is_nothrow(constructor) || constructor.isTrivial() ||
           is_of_library(record, {"basic_string_view", "initializer_list"}) ||
           is_number(record.getASTContext().getRecordType(&record));
}

} // namespace

bool is_of_library(CXXRecordDecl const& record, llvm::ArrayRef<llvm::StringRef> names) {
    return record.isInStdNamespace() && record.getIdentifier() &&
           llvm::is_contained(names, record.getName());
}

Stability system_stability(CXXConstructorDecl const& constructor, bool by_default) {
    CXXRecordDecl const& record = *constructor.getParent();
    if (!by_default && !cannot_fail(constructor)) return Stability::acts;
    std::optional<unsigned> const left_out = elements_left_out(record);
    if (!left_out && !constructor.isConstexpr()) return Stability::acts;
    auto const* const own = constructor.getTemplateSpecializationArgs();
    if (own && !by_default && involves_text(own->asArray())) return Stability::acts;
    auto const* const special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    if (!special) return Stability::stable;
    auto const arguments = special->getTemplateArgs().asArray();
    size_t const skipped =
        by_default ? std::min<size_t>(left_out.value_or(0), arguments.size()) : 0;
    // what follows the elements, a comparison or an allocator over them, is of the system or not
    bool const harmless = std::ranges::none_of(
        arguments.drop_front(skipped), [&](clang::TemplateArgument const& argument) {
            bool const is_type = argument.getKind() == clang::TemplateArgument::Type;
            CXXRecordDecl const* const type =
                is_type ? argument.getAsType()->getAsCXXRecordDecl() : nullptr;
            return !(skipped > 0 && type && is_of_system(*type)) &&
                   involves_text(llvm::ArrayRef(argument));
        });
    return harmless ? Stability::stable : Stability::acts;
}

bool holds_its_value(clang::QualType type) {
    type = type.getCanonicalType().getNonReferenceType();
    if (type->isArithmeticType() || type->isEnumeralType() || type->isNullPtrType()) return true;
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record) return false;
    if (is_of_system(*record) && record->isEmpty()) return true; // tags
    auto const* const special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    return special &&
           is_of_library(*record, {"basic_string", "vector", "initializer_list", "duration"}) &&
           holds_its_value(special->getTemplateArgs()[0].getAsType());
}

bool takes_only_constant(FunctionDecl const& function) {
    return std::ranges::all_of(function.parameters(), [](ParmVarDecl const* parameter) {
        clang::QualType const type = parameter->getType();
        bool const refers = type->isReferenceType() || type->isPointerType();
        return !refers || type->getPointeeType().isConstQualified();
    });
}

Stability system_stability(FunctionDecl const& function) {
    auto const* const arguments = function.getTemplateSpecializationArgs();
    clang::QualType const returned = function.getReturnType();
    auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    bool const on_number = !method || method->isStatic() ||
                           is_number(function.getASTContext().getRecordType(method->getParent()));
    bool const takes_numbers = std::ranges::all_of(
        function.parameters(), [](ParmVarDecl const* each) { return is_number(each->getType()); });
    bool const harmless =
        function.isConstexpr() && takes_only_constant(function) &&
        (is_nothrow(function) || (function.isInStdNamespace() && on_number && takes_numbers)) &&
        !(arguments && involves_text(arguments->asArray())) &&
        (returned->isReferenceType() || !involves_text(returned)) &&
        std::ranges::none_of(function.parameters(), [](ParmVarDecl const* each) {
            return involves_text(each->getType());
        });
    return harmless ? Stability::stable : Stability::acts;
}

bool is_copied_without_trace(clang::QualType type) {
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record) return true;
    if (!record->hasDefinition() || !destruction_is_unobservable(type)) return false;
    return record->hasTrivialCopyConstructor() || (is_of_system(*record) && !involves_text(type));
}

} // namespace collapse

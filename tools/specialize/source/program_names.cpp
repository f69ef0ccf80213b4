// SPDX-License-Identifier: BSD-2-Clause
// Linkage names for what has linkage, places in the text for the rest.
#include "program_names.hpp"

#include <rewrite/syntax/clang.hpp>

#include <clang/AST/Mangle.h>

namespace specialize {

using llvm::dyn_cast;

ProgramNames::ProgramNames(rewrite::Unit const& unit, size_t number)
    : unit_(unit), number_(number),
      generator_(std::make_unique<clang::ASTNameGenerator>(unit.context())) {}

ProgramNames::~ProgramNames() = default;
ProgramNames::ProgramNames(ProgramNames&&) noexcept = default;

std::string ProgramNames::type(clang::QualType type) const {
    clang::PrintingPolicy policy(unit_.context().getLangOpts());
    policy.SuppressTagKeyword = true;
    policy.AnonymousTagLocations = true;
    return type.getCanonicalType().getUnqualifiedType().getAsString(policy);
}

std::string ProgramNames::record(clang::RecordDecl const& record) const {
    return type(unit_.context().getRecordType(&record));
}

std::string ProgramNames::member(clang::FieldDecl const& field) const {
    return record(*field.getParent()) + "::" + std::to_string(field.getFieldIndex()) + " " +
           field.getNameAsString();
}

std::string ProgramNames::function(clang::FunctionDecl const& function) const {
    if (!aliases_.empty() && function.getDeclName().isIdentifier() && !function.hasBody())
        if (auto const at = aliases_.find(function.getName().str()); at != aliases_.end())
            return at->second;
    std::string const name = generator_->getName(function.getCanonicalDecl());
    if (function.isExternallyVisible()) return name;
    return std::to_string(number_) + " " + name;
}

std::string ProgramNames::value(clang::ValueDecl const& declaration) const {
    if (auto const* const field = dyn_cast<clang::FieldDecl>(&declaration)) return member(*field);
    if (auto const* const called = dyn_cast<clang::FunctionDecl>(&declaration))
        return function(*called);
    clang::ValueDecl const& first = *llvm::cast<clang::ValueDecl>(declaration.getCanonicalDecl());
    if (first.isExternallyVisible()) return generator_->getName(&first);
    return std::to_string(number_) + " " + first.getNameAsString() + " " +
           std::to_string(first.getLocation().getRawEncoding());
}

std::string ProgramNames::signature(clang::QualType function) const {
    auto const* const prototype = function->getAs<clang::FunctionProtoType>();
    if (!prototype) return type(function);
    std::string text = type(prototype->getReturnType()) + "(";
    for (clang::QualType each : prototype->getParamTypes())
        text += type(each) + ",";
    return text + (prototype->isVariadic() ? "...)" : ")");
}

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Follows types and template arguments down to declarations of the text.
#include "text_share.hpp"

#include <algorithm>

namespace rewrite {

using clang::Decl;
using clang::QualType;
using clang::TemplateArgument;
using llvm::dyn_cast;
using llvm::isa;

bool TextShare::is_of_text(Decl const& declaration) const {
    clang::SourceLocation const location = declaration.getLocation();
    return location.isValid() &&
           sources_.getFileID(sources_.getExpansionLoc(location)) == sources_.getMainFileID();
}

bool TextShare::has_share_in(Decl const& declaration) {
    seen_.clear();
    return in(declaration);
}

bool TextShare::in(Decl const& declaration) {
    if (!seen_.insert(&declaration).second) return false;
    if (is_of_text(declaration) || in_arguments(declaration)) return true;
    auto const* function = dyn_cast<clang::FunctionDecl>(&declaration);
    if (function != nullptr && in(function->getType())) return true;
    bool const is_friend = function != nullptr && function->getFriendObjectKind() != Decl::FOK_None;
    clang::DeclContext const* around =
        is_friend ? declaration.getLexicalDeclContext() : declaration.getDeclContext();
    return !around->isFileContext() && in(*llvm::cast<Decl>(around));
}

bool TextShare::in_arguments(Decl const& declaration) {
    if (auto const* function = dyn_cast<clang::FunctionDecl>(&declaration)) {
        auto const* arguments = function->getTemplateSpecializationArgs();
        return arguments != nullptr && in_any(arguments->asArray());
    }
    if (auto const* record = dyn_cast<clang::ClassTemplateSpecializationDecl>(&declaration))
        return in_any(record->getTemplateArgs().asArray());
    if (auto const* variable = dyn_cast<clang::VarTemplateSpecializationDecl>(&declaration))
        return in_any(variable->getTemplateArgs().asArray());
    return isa<clang::TemplateParamObjectDecl>(declaration); // it may point to anything
}

bool TextShare::in(QualType type) {
    type = type.getCanonicalType();
    if (type->isBuiltinType()) return false;
    if (auto const* declared = type->getAsTagDecl()) return in(*declared);
    if (auto const* member = type->getAs<clang::MemberPointerType>())
        return in(QualType(member->getClass(), 0)) || in(member->getPointeeType());
    if (QualType const pointee = type->getPointeeType(); !pointee.isNull()) return in(pointee);
    if (auto const* array = type->getAsArrayTypeUnsafe()) return in(array->getElementType());
    if (auto const* vector = type->getAs<clang::VectorType>()) return in(vector->getElementType());
    if (auto const* function = type->getAs<clang::FunctionProtoType>())
        return in(function->getReturnType()) ||
               std::ranges::any_of(function->param_types(),
                                   [this](QualType each) { return in(each); });
    return true;
}

bool TextShare::in(TemplateArgument const& argument) {
    switch (argument.getKind()) {
    case TemplateArgument::Type:
        return in(argument.getAsType());
    case TemplateArgument::Integral:
        return in(argument.getIntegralType());
    case TemplateArgument::NullPtr:
        return in(argument.getNullPtrType());
    case TemplateArgument::Declaration:
        return in(*argument.getAsDecl());
    case TemplateArgument::Pack:
        return in_any(argument.pack_elements());
    case TemplateArgument::Template: {
        clang::TemplateDecl const* const name = argument.getAsTemplate().getAsTemplateDecl();
        return name == nullptr || in(*name);
    }
    default:
        return true;
    }
}

bool TextShare::in_any(llvm::ArrayRef<TemplateArgument> arguments) {
    return std::ranges::any_of(arguments, [this](auto const& each) { return in(each); });
}

} // namespace rewrite

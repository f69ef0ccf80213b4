// SPDX-License-Identifier: BSD-2-Clause
// Signatures of canonical types and template arguments.
#include "signature.hpp"

namespace rewrite {

using clang::QualType;
using llvm::dyn_cast;

Signature const* Signatures::of(QualType type) {
    if (type.isNull()) return make("no type");
    QualType const canonical = type.getCanonicalType();
    Signature const*& known = types_[canonical.getAsOpaquePtr()];
    if (known != nullptr) return known;
    Signature const* made = make_type(canonical);
    return types_[canonical.getAsOpaquePtr()] = made;
}

Signature const* Signatures::make_type(QualType type) {
    clang::SplitQualType const split = type.split();
    Signature const* plain =
        split.Quals.empty() ? make_plain_type(*split.Ty) : of(QualType(split.Ty, 0));
    return split.Quals.empty() ? plain : make("qualified " + split.Quals.getAsString(), {plain});
}

Signature const* Signatures::make_plain_type(clang::Type const& type) {
    if (auto const* builtin = dyn_cast<clang::BuiltinType>(&type))
        return make(builtin->getName(context_.getPrintingPolicy()).str());
    if (auto const* tag = dyn_cast<clang::TagType>(&type)) return of(*tag->getDecl());
    if (auto const* pointer = dyn_cast<clang::PointerType>(&type))
        return make("*", {of(pointer->getPointeeType())});
    if (auto const* reference = dyn_cast<clang::ReferenceType>(&type))
        return make(type.isRValueReferenceType() ? "&&" : "&", {of(reference->getPointeeType())});
    if (auto const* member = dyn_cast<clang::MemberPointerType>(&type))
        return make("::*", {of(QualType(member->getClass(), 0)), of(member->getPointeeType())});
    if (auto const* array = dyn_cast<clang::ConstantArrayType>(&type)) {
        Signature const* size = make("value " + std::to_string(array->getZExtSize()));
        return make("[]", {of(array->getElementType()), size});
    }
    if (auto const* array = dyn_cast<clang::ArrayType>(&type))
        return make(type.getTypeClassName(), {of(array->getElementType())});
    if (auto const* function = dyn_cast<clang::FunctionProtoType>(&type))
        return make_function(*function);
    if (auto const* atomic = dyn_cast<clang::AtomicType>(&type))
        return make("_Atomic", {of(atomic->getValueType())});
    if (auto const* vector = dyn_cast<clang::VectorType>(&type))
        return make("vector", {of(vector->getElementType()),
                               make("value " + std::to_string(vector->getNumElements()))});
    return make_dependent(type);
}

Signature const* Signatures::make_function(clang::FunctionProtoType const& type) {
    std::vector<Signature const*> parts{of(type.getReturnType())};
    for (QualType const parameter : type.param_types())
        parts.push_back(of(parameter));
    std::string head = "function";
    if (type.isVariadic()) head += " ...";
    if (type.isNothrow()) head += " noexcept";
    if (!type.getMethodQuals().empty()) head += " " + type.getMethodQuals().getAsString();
    if (type.getRefQualifier() == clang::RQ_LValue) head += " &";
    if (type.getRefQualifier() == clang::RQ_RValue) head += " &&";
    return make(std::move(head), std::move(parts));
}

/// Types that depend on template parameters.
Signature const* Signatures::make_dependent(clang::Type const& type) {
    if (auto const* parameter = dyn_cast<clang::TemplateTypeParmType>(&type))
        return make("template type " + std::to_string(parameter->getDepth()) + "-" +
                    std::to_string(parameter->getIndex()));
    if (auto const* own = dyn_cast<clang::InjectedClassNameType>(&type)) return of(*own->getDecl());
    if (auto const* pack = dyn_cast<clang::PackExpansionType>(&type))
        return make("...", {of(pack->getPattern())});
    if (auto const* special = dyn_cast<clang::TemplateSpecializationType>(&type)) {
        std::vector<Signature const*> parts;
        if (clang::TemplateDecl const* made_from = special->getTemplateName().getAsTemplateDecl())
            parts.push_back(of(*made_from));
        parts.push_back(of_arguments(special->template_arguments()));
        return make("specialization", std::move(parts));
    }
    if (auto const* name = dyn_cast<clang::DependentNameType>(&type))
        return make("typename " + name->getIdentifier()->getName().str(),
                    {of(name->getQualifier())});
    return make(type.getTypeClassName());
}

Signature const* Signatures::of(clang::NestedNameSpecifier const* qualifier) {
    if (qualifier == nullptr) return make("no qualifier");
    if (clang::Type const* type = qualifier->getAsType()) return of(QualType(type, 0));
    if (auto const* space = qualifier->getAsNamespace()) return of(*space);
    if (auto const* alias = qualifier->getAsNamespaceAlias()) return of(*alias);
    if (auto const* name = qualifier->getAsIdentifier())
        return make("name " + name->getName().str(), {of(qualifier->getPrefix())});
    return make("::");
}

Signature const* Signatures::of_arguments(llvm::ArrayRef<clang::TemplateArgument> arguments) {
    std::vector<Signature const*> parts;
    for (clang::TemplateArgument const& argument : arguments)
        parts.push_back(of(argument));
    return make("<>", std::move(parts));
}

Signature const* Signatures::of(clang::TemplateArgument const& argument) {
    using Kind = clang::TemplateArgument::ArgKind;
    switch (argument.getKind()) {
    case Kind::Type:
        return of(argument.getAsType());
    case Kind::Declaration:
        return of(*argument.getAsDecl());
    case Kind::Integral:
        return make("value " + llvm::toString(argument.getAsIntegral(), 10),
                    {of(argument.getIntegralType())});
    case Kind::Pack:
        return of_arguments(argument.pack_elements());
    case Kind::Template:
    case Kind::TemplateExpansion:
        if (auto const* named = argument.getAsTemplateOrTemplatePattern().getAsTemplateDecl())
            return of(*named);
        return make("template");
    case Kind::StructuralValue:
        return make("structural " + argument.getAsStructuralValue().getAsString(
                                        context_, argument.getStructuralValueType()),
                    {of(argument.getStructuralValueType())});
    case Kind::NullPtr:
        return make("nullptr");
    case Kind::Expression:
    case Kind::Null:
        return make("expression");
    }
    return make("expression");
}

} // namespace rewrite

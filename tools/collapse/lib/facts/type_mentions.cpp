// SPDX-License-Identifier: BSD-2-Clause
// Descends into canonical types.
#include "type_mentions.hpp"

#include <rewrite/syntax/clang.hpp>

namespace collapse {

using clang::CXXRecordDecl;
using clang::QualType;
using clang::TemplateArgument;

namespace {

class Mentions {
public:
    explicit Mentions(ClassNames& names) : names_(names) {}

    void add(QualType type) {
        clang::Type const& canonical = *type.getCanonicalType();
        if (QualType const pointee = canonical.getPointeeType(); !pointee.isNull())
            return add_pointee(pointee, canonical);
        if (auto const* const array = canonical.getAsArrayTypeUnsafe())
            return add(array->getElementType());
        if (auto const* const function = canonical.getAs<clang::FunctionProtoType>())
            return add_signature(*function);
        if (clang::TagDecl const* const tag = canonical.getAsTagDecl()) add_tag(*tag);
    }

    void add(llvm::ArrayRef<TemplateArgument> arguments) {
        for (TemplateArgument const& argument : arguments) {
            if (argument.getKind() == TemplateArgument::Pack) add(argument.pack_elements());
            if (argument.getKind() != TemplateArgument::Type) continue;
            if (argument.getAsType()->isVoidType()) found.insert(anything);
            add(argument.getAsType());
        }
    }

    std::set<std::string> found;

private:
    void add_pointee(QualType pointee, clang::Type const& pointer) {
        if (pointee->isVoidType()) found.insert(anything);
        if (auto const* const member = llvm::dyn_cast<clang::MemberPointerType>(&pointer))
            add(QualType(member->getClass(), 0));
        add(pointee);
    }

    void add_signature(clang::FunctionProtoType const& function) {
        add(function.getReturnType());
        for (QualType const parameter : function.param_types())
            add(parameter);
        if (function.isVariadic()) found.insert(anything);
    }

    /// A class or enumeration within a class is a part of that.
    void add_tag(clang::TagDecl const& tag) {
        if (auto const* const around = llvm::dyn_cast<CXXRecordDecl>(tag.getDeclContext()))
            add_tag(*around);
        if (auto const* const record = llvm::dyn_cast<CXXRecordDecl>(&tag)) add_class(*record);
    }

    void add_class(CXXRecordDecl const& record) {
        if (std::string const& name = names_.of(&record); !name.empty()) found.insert(name);
        if (is_of_any_type(record)) found.insert(anything);
        if (auto const* const special =
                llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record))
            add(special->getTemplateArgs().asArray());
    }

    static bool is_of_any_type(CXXRecordDecl const& record) {
        std::string const name = record.getQualifiedNameAsString();
        return name == "std::any" || name == "std::__exception_ptr::exception_ptr";
    }

    ClassNames& names_;
};

} // namespace

std::set<std::string> mentioned(QualType type, ClassNames& names) {
    Mentions mentions(names);
    mentions.add(type);
    return std::move(mentions.found);
}

std::set<std::string> mentioned(llvm::ArrayRef<TemplateArgument> arguments, ClassNames& names) {
    Mentions mentions(names);
    mentions.add(arguments);
    return std::move(mentions.found);
}

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Walks bodies for variables, and the unit for instances.
#include "static_variables.hpp"

#include <rewrite/meaning/signature.hpp>
#include <rewrite/syntax/code_visitor.hpp>

#include <algorithm>

namespace collapse {

using rewrite::Signature;

namespace {

class StaticFinder : public rewrite::CodeVisitor {
public:
    bool found = false;

    bool VisitVarDecl(clang::VarDecl* variable) override {
        found |= !variable->hasLocalStorage() && !variable->isConstexpr();
        return !found;
    }
};

bool holds(Signature const& whole, Signature const* part) {
    return &whole == part || std::ranges::any_of(whole.parts, [&](Signature const* each) {
        return each && holds(*each, part);
    });
}

class InstanceFinder : public rewrite::CodeVisitor {
public:
    InstanceFinder(rewrite::Unit const& unit, clang::QualType type)
        : signatures_(unit.context()), type_(signatures_.of(type)) {}

    clang::NamedDecl const* found = nullptr;

    bool VisitFunctionTemplateDecl(clang::FunctionTemplateDecl* pattern) override {
        for (clang::FunctionDecl const* each : pattern->specializations())
            if (has_it(each->getTemplateSpecializationArgs()->asArray()) &&
                has_static_variable(*pattern))
                found = pattern;
        return !found;
    }
    bool VisitClassTemplateDecl(clang::ClassTemplateDecl* pattern) override {
        for (auto const* each : pattern->specializations())
            if (has_it(each->getTemplateArgs().asArray()) && has_static_variable(*each))
                found = pattern;
        return !found;
    }
    bool VisitVarTemplateDecl(clang::VarTemplateDecl* pattern) override {
        for (auto const* each : pattern->specializations())
            if (has_it(each->getTemplateArgs().asArray()) && !each->isConstexpr()) found = pattern;
        return !found;
    }

private:
    bool has_it(llvm::ArrayRef<clang::TemplateArgument> arguments) {
        return holds(*signatures_.of_arguments(arguments), type_);
    }

    rewrite::Signatures signatures_;
    Signature const* type_;
};

} // namespace

bool has_static_variable(clang::FunctionTemplateDecl const& function) {
    StaticFinder finder;
    for (clang::RedeclarableTemplateDecl* each : function.redecls())
        finder.TraverseDecl(each);
    for (clang::FunctionTemplateDecl const* from = &function; from;
         from = from->getInstantiatedFromMemberTemplate())
        finder.TraverseDecl(from->getTemplatedDecl());
    return finder.found;
}

bool has_static_variable(clang::CXXRecordDecl const& record) {
    StaticFinder finder;
    clang::CXXRecordDecl const* const pattern = record.getTemplateInstantiationPattern();
    auto const& written = pattern && pattern->getDefinition() ? *pattern->getDefinition() : record;
    for (clang::Decl* each : written.decls())
        finder.TraverseDecl(each);
    return finder.found;
}

clang::NamedDecl const* template_with_variables(rewrite::Unit const& unit, clang::QualType type) {
    InstanceFinder finder(unit, type);
    for (clang::Decl* each : unit.context().getTranslationUnitDecl()->decls())
        if (unit.offset(each->getLocation()) && !finder.found) finder.TraverseDecl(each);
    return finder.found;
}

} // namespace collapse

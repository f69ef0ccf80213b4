// SPDX-License-Identifier: BSD-2-Clause
// Looks at the specialisations of each template of the text.
#include "instance_facts.hpp"

#include "type_mentions.hpp"
#include <collapse/lib/hierarchy/callables.hpp>
#include <collapse/lib/hierarchy/static_variables.hpp>

#include <rewrite/syntax/code_visitor.hpp>

#include <llvm/Support/raw_ostream.h>

namespace collapse {

namespace {

using Arguments = llvm::ArrayRef<clang::TemplateArgument>;

bool is_explicit(clang::TemplateSpecializationKind kind) {
    return kind == clang::TSK_ExplicitSpecialization;
}

class InstanceCollector : public rewrite::CodeVisitor {
public:
    InstanceCollector(rewrite::Unit const& unit, ClassNames& names, UnitFacts& facts)
        : unit_(unit), names_(names), facts_(facts), callables_(find_callables(unit)),
          policy_(unit.context().getPrintingPolicy()) {
        policy_.PrintCanonicalTypes = true;
    }

    bool VisitFunctionTemplateDecl(clang::FunctionTemplateDecl* pattern) override {
        if (!pattern->isCanonicalDecl()) return true;
        bool const has_variable = has_static_variable(*pattern);
        for (clang::FunctionDecl const* each : pattern->specializations())
            add(*pattern, *each, each->getTemplateSpecializationArgs()->asArray(),
                " " + each->getType().getCanonicalType().getAsString(policy_),
                has_variable || is_explicit(each->getTemplateSpecializationKind()) ||
                    callables_.indirect.contains(each->getCanonicalDecl()));
        return true;
    }

    bool VisitClassTemplateDecl(clang::ClassTemplateDecl* pattern) override {
        if (!pattern->isCanonicalDecl()) return true;
        for (auto const* each : pattern->specializations())
            add(*pattern, *each, each->getTemplateArgs().asArray(), "",
                has_static_variable(*each) || is_explicit(each->getSpecializationKind()));
        return true;
    }

    bool VisitVarTemplateDecl(clang::VarTemplateDecl* pattern) override {
        if (!pattern->isCanonicalDecl()) return true;
        for (auto const* each : pattern->specializations())
            add(*pattern, *each, each->getTemplateArgs().asArray(), "",
                !each->isConstexpr() || is_explicit(each->getSpecializationKind()));
        return true;
    }

private:
    void add(clang::NamedDecl const& pattern, clang::NamedDecl const& instance, Arguments arguments,
             std::string const& type, bool is_told_apart) {
        if (!instance.isExternallyVisible() || mentioned(arguments, names_).empty()) return;
        facts_.instances.push_back(
            {.name = pattern.getQualifiedNameAsString() + written(arguments) + type,
             .is_told_apart = is_told_apart,
             .place = unit_.place(pattern.getLocation())});
    }

    std::string written(Arguments arguments) const {
        std::string text;
        llvm::raw_string_ostream stream(text);
        clang::printTemplateArgumentList(stream, arguments, policy_);
        return text;
    }

    rewrite::Unit const& unit_;
    ClassNames& names_;
    UnitFacts& facts_;
    Callables callables_;
    clang::PrintingPolicy policy_;
};

} // namespace

void add_instance_facts(rewrite::Unit const& unit, ClassNames& names, UnitFacts& facts) {
    InstanceCollector collector(unit, names, facts);
    for (clang::Decl* each : unit.context().getTranslationUnitDecl()->decls())
        if (unit.offset(each->getLocation())) collector.TraverseDecl(each);
}

} // namespace collapse

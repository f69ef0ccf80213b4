// SPDX-License-Identifier: BSD-2-Clause
// Reads declarations by the syntax tree and by raw tokens.
#include "split_definition.hpp"

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/member_chunks.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;
using rewrite::Range;

std::string class_prefix(CXXMethodDecl const& method) {
    std::string prefix;
    for (auto const* each = llvm::dyn_cast<CXXRecordDecl>(method.getDeclContext()); each;
         each = llvm::dyn_cast<CXXRecordDecl>(each->getDeclContext()))
        prefix = each->getNameAsString() + "::" + prefix;
    return prefix;
}

clang::DeclContext const* namespace_of(clang::DeclContext const* context) {
    while (context->isRecord())
        context = context->getLexicalParent();
    return context;
}

bool returns_member_type(rewrite::Unit const& unit, NameUses const& uses,
                         clang::FunctionDecl const& function) {
    std::optional<Range> const type = unit.range(function.getReturnTypeSourceRange());
    if (!type) return false;
    return std::ranges::any_of(uses.names_within(*type), [](NameUse const& use) {
        return use.meaning->getDeclContext()->isRecord() &&
               use.qualifier.begin == use.qualifier.end;
    });
}

void drop_default_arguments(rewrite::Unit const& unit, clang::FunctionDecl const& function,
                            rewrite::EditPlan& edits) {
    for (clang::ParmVarDecl const* parameter : function.parameters()) {
        if (!parameter->hasDefaultArg() || parameter->hasInheritedDefaultArg() ||
            parameter->hasUninstantiatedDefaultArg())
            continue;
        std::optional<Range> const value = unit.range(parameter->getDefaultArgRange());
        std::optional<Range> const all = unit.range(parameter->getSourceRange());
        if (!value || !all) continue;
        uint32_t equals = value->begin;
        for (rewrite::RawToken const& token : raw_tokens(unit, {all->begin, value->begin}))
            if (token.text == "=") equals = token.range.begin;
        edits.remove({equals, value->end});
    }
}

} // namespace collapse

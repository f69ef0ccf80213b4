// SPDX-License-Identifier: BSD-2-Clause
// Finds the words by raw tokens outside of the declarator's parentheses and the body.
#include "keywords.hpp"

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/member_chunks.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXMethodDecl;
using rewrite::Range;

bool overrides_kept(Hierarchy const& hierarchy, CXXMethodDecl const& method) {
    for (CXXMethodDecl const* each : method.overridden_methods()) {
        Base const* const base = hierarchy.find(each->getParent());
        if ((base && base->decision == BaseDecision::kept) || overrides_kept(hierarchy, *each))
            return true;
    }
    return false;
}

void remove_words(rewrite::Unit const& unit, CXXMethodDecl const& declaration,
                  std::set<std::string_view> const& words, rewrite::EditPlan& plan) {
    std::optional<Range> const whole = unit.range(declaration.getSourceRange());
    std::optional<uint32_t> const name = unit.offset(declaration.getLocation());
    if (!whole || !name) return;
    for (rewrite::RawToken const& token : raw_tokens(unit, {whole->begin, *name}))
        if (words.contains(token.text)) plan.remove(token.range);
    for (clang::Attr const* attribute : declaration.attrs())
        if (llvm::isa<clang::OverrideAttr, clang::FinalAttr>(attribute))
            if (auto const place = unit.range(attribute->getRange())) plan.remove(*place);
}

void strip_dispatch(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                    CXXMethodDecl const& declaration, rewrite::EditPlan& plan) {
    Base const* const own = hierarchy.find(declaration.getParent());
    if ((own && own->decision == BaseDecision::kept) || overrides_kept(hierarchy, declaration))
        return;
    remove_words(unit, declaration, {"virtual"}, plan);
    std::optional<uint32_t> const name = unit.offset(declaration.getLocation());
    if (!name) return;
    if (!declaration.isPureVirtual() || declaration.doesThisDeclarationHaveABody()) return;
    std::optional<Range> const all = declaration_range(unit, declaration);
    if (!all) return;
    std::vector<rewrite::RawToken> const tokens = raw_tokens(unit, {*name, all->end});
    for (size_t i = 0; i + 2 < tokens.size(); ++i)
        if (tokens[i].text == "=" && tokens[i + 1].text == "0" && tokens[i + 2].text == ";")
            plan.remove({tokens[i].range.begin, tokens[i + 1].range.end});
}

} // namespace collapse

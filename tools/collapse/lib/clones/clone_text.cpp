// SPDX-License-Identifier: BSD-2-Clause
// Shows the text of a function again, with other words in front and other classes of parameters.
#include "clone_text.hpp"

#include "clone_obstacles.hpp"
#include <collapse/lib/edits/split_definition.hpp>
#include <collapse/lib/hierarchy/scopes.hpp>

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/member_chunks.hpp>

#include <algorithm>
#include <array>

namespace collapse {

using clang::CXXRecordDecl;
using clang::FunctionDecl;
using rewrite::EditPlan;
using rewrite::Fragment;
using rewrite::Range;

namespace {

std::string const may_be_unused = "__attribute__((unused)) ";

/// The class around which there is no other.
CXXRecordDecl const& outermost_class(clang::DeclContext const* context) {
    while (context->getLexicalParent()->isRecord())
        context = context->getLexicalParent();
    return *llvm::cast<CXXRecordDecl>(context);
}

bool is_in_class(FunctionDecl const& declaration) {
    return declaration.getLexicalDeclContext()->isRecord();
}

} // namespace

std::string CloneText::write(ParameterClone const& clone) {
    FunctionDecl const& first = *clone.function;
    FunctionDecl const& definition = *first.getDefinition();
    std::optional<Range> const declared = declaration_range(unit_, whole_declaration(first));
    std::optional<Range> const defined = declaration_range(unit_, whole_declaration(definition));
    std::optional<TextPlace> const place = place_of_definition(clone);
    if (!declared || !defined || !place) return "its text cannot be told from its surroundings";
    bool const stays = place->offset == defined->end;
    if (!stays && is_in_class(definition) && returns_member_type(unit_, uses_, definition))
        return "its return type is one of its class";
    bool const is_whole = stays && &first == &definition;
    insert(clone, first, is_whole ? Part::whole : Part::declaration,
           {declared->end, first.getLexicalDeclContext()});
    if (!is_whole) insert(clone, definition, Part::definition, *place);
    for (CXXRecordDecl const* each : clone.concrete)
        if (each) to_declare_.insert(each);
    return {};
}

void CloneText::mark_unused(FunctionDecl const& function) {
    bool const is_seen_elsewhere = function.getFormalLinkage() != clang::Linkage::Internal &&
                                   !function.isInAnonymousNamespace();
    if (is_seen_elsewhere || function.getDescribedFunctionTemplate()) return;
    if (std::optional<uint32_t> const begin = unit_.offset(function.getInnerLocStart()))
        plan_.insert(*begin, may_be_unused);
}

/// After the definition, unless a class of the clone is complete only further down.
std::optional<TextPlace> CloneText::place_of_definition(ParameterClone const& clone) const {
    FunctionDecl const& definition = *clone.function->getDefinition();
    std::optional<Range> const own = declaration_range(unit_, whole_declaration(definition));
    if (!own) return std::nullopt;
    TextPlace place{own->end, definition.getLexicalDeclContext()};
    bool const in_class = is_in_class(definition);
    std::vector<TextPlace> complete;
    for (CXXRecordDecl const* each : clone.concrete) {
        if (!each) continue;
        std::optional<Range> const range = declaration_range(unit_, *each);
        if (!range) return std::nullopt;
        complete.push_back({range->end, namespace_of(each->getLexicalDeclContext())});
    }
    if (std::optional<TextPlace> const after = deferred_.place_after(*own))
        complete.push_back(*after);
    bool const waits = std::ranges::any_of(
        complete, [&](TextPlace const& each) { return each.offset > own->begin; });
    if (in_class && (waits || clone.function != &definition)) {
        CXXRecordDecl const& outer = outermost_class(definition.getLexicalDeclContext());
        std::optional<Range> const around = declaration_range(unit_, outer);
        if (!around) return std::nullopt;
        place = {around->end, outer.getLexicalDeclContext()};
    }
    for (TextPlace const& each : complete)
        if (each.offset > place.offset) place = each;
    return place;
}

void CloneText::insert(ParameterClone const& clone, FunctionDecl const& shown, Part part,
                       TextPlace const& place) {
    Range range = *declaration_range(unit_, whole_declaration(shown));
    bool const is_cut = part == Part::declaration && shown.doesThisDeclarationHaveABody();
    if (is_cut) range.end = *unit_.offset(shown.getBody()->getBeginLoc());
    clang::DeclContext const* const home = namespace_of(shown.getLexicalDeclContext());
    bool const reopens = part == Part::definition && place.around != home;
    Scope const scope = reopens ? scope_of(*home) : Scope{};
    Scope const around = reopens ? scope_of(*place.around) : Scope{};
    plan_.insert(place.offset,
                 Fragment{around.close + " " + scope.open,
                          rewrite::Moved{.range = range, .edits = edits_of(clone, shown, part)},
                          (is_cut ? ";" : "") + scope.close + " " + around.open});
}

std::shared_ptr<EditPlan> CloneText::edits_of(ParameterClone const& clone,
                                              FunctionDecl const& shown, Part part) const {
    auto edits = std::make_shared<EditPlan>();
    Range const range = *declaration_range(unit_, whole_declaration(shown));
    for (NameAdapter const* adapter : adapters_)
        adapter->adapt_in_place(range, *edits);
    for (unsigned i = 0; i < clone.concrete.size(); ++i)
        if (clone.concrete[i])
            edits->replace(*written_class(unit_, *shown.getParamDecl(i)),
                           qualified_name(*clone.concrete[i]));
    bool const leaves_class = part == Part::definition && is_in_class(shown);
    if (part == Part::definition && &shown == clone.function)
        drop_default_arguments(unit_, shown, *edits);
    replace_words(shown, leaves_class, *edits);
    if (leaves_class)
        edits->insert(*unit_.offset(shown.getLocation()),
                      class_prefix(*llvm::cast<clang::CXXMethodDecl>(&shown)));
    return edits;
}

/// A clone is this unit's own: another unit may have a function of that type.
void CloneText::replace_words(FunctionDecl const& shown, bool leaves_class, EditPlan& edits) const {
    if (is_in_class(shown) && !leaves_class) return;
    std::optional<uint32_t> const begin = unit_.offset(shown.getInnerLocStart());
    std::optional<uint32_t> const name = unit_.offset(shown.getLocation());
    if (!begin || !name) return;
    std::array<std::string_view, 3> const words = {"static", "extern", "inline"};
    for (rewrite::RawToken const& token : raw_tokens(unit_, {*begin, *name}))
        if (std::ranges::count(words, token.text)) edits.remove(token.range);
    bool const is_member = llvm::isa<clang::CXXMethodDecl>(shown);
    std::string in_front = is_member || shown.isOutOfLine() ? "inline " : "static inline ";
    in_front += may_be_unused;
    if (shown.isNoReturn()) in_front += "__attribute__((noreturn)) ";
    edits.insert(*begin, in_front);
}

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Splits a function's definition into a declaration and a definition further down.
#include "deferred.hpp"

#include "keywords.hpp"
#include "split_definition.hpp"
#include <collapse/lib/hierarchy/scopes.hpp>

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/member_chunks.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;
using rewrite::EditPlan;
using rewrite::Fragment;
using rewrite::Range;

namespace {

/// Whether the declaration is a class of the hierarchy or lies within one.
bool belongs_to(clang::NamedDecl const& meaning, Hierarchy const& hierarchy) {
    auto const* record = llvm::dyn_cast<CXXRecordDecl>(&meaning);
    if (!record)
        record = llvm::dyn_cast<CXXRecordDecl>(meaning.getDeclContext()->getRedeclContext());
    for (; record; record = llvm::dyn_cast<CXXRecordDecl>(record->getParent()))
        if (hierarchy.contains(record)) return true;
    return false;
}

} // namespace

void DeferredFunctions::add(Hierarchy const& hierarchy, NameAdapter const& adapter, Range target) {
    uint32_t first = target.begin;
    for (Base const& base : hierarchy.bases())
        if (std::optional<Range> const range = declaration_range(unit_, *base.record);
            range && base.decision == BaseDecision::merged)
            first = std::min(first, range->end);
    spans_.push_back({&hierarchy, {first, target.begin}, target.end});
    adapters_.push_back(&adapter);
}

void DeferredFunctions::write() {
    walk(*unit_.context().getTranslationUnitDecl());
}

void DeferredFunctions::walk(clang::DeclContext const& context) {
    for (clang::Decl const* each : context.decls()) {
        if (each->isImplicit() || !unit_.offset(each->getLocation())) continue;
        if (auto const* const inner = llvm::dyn_cast<clang::DeclContext>(each);
            inner && llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, CXXRecordDecl>(each)) {
            auto const* const record = llvm::dyn_cast<CXXRecordDecl>(each);
            bool const of_hierarchy = record && std::ranges::any_of(spans_, [&](Span const& span) {
                                          return span.hierarchy->contains(record);
                                      });
            if (!of_hierarchy && (!record || !record->isDependentType())) walk(*inner);
        } else if (auto const* const function = llvm::dyn_cast<clang::FunctionDecl>(each)) {
            defer(*function, *function);
        } else if (auto const* const pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(each)) {
            defer(*pattern->getTemplatedDecl(), *pattern);
        }
    }
}

void DeferredFunctions::defer(clang::FunctionDecl const& function, clang::NamedDecl const& whole) {
    if (!function.doesThisDeclarationHaveABody() || !can_move(function)) return;
    std::optional<Range> const range = declaration_range(unit_, whole);
    std::optional<uint32_t> body = unit_.offset(function.getBody()->getBeginLoc());
    if (!range || !body) return;
    std::optional<TextPlace> const after = place_after(*range);
    if (!after) return;
    auto const* const constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function);
    if (constructor)
        for (clang::CXXCtorInitializer const* each : constructor->inits())
            if (each->isWritten()) return;
    if (function.isOutOfLine())
        plan_.remove(*range);
    else
        plan_.replace({*body, range->end}, std::string(";"));
    auto edits = std::make_shared<EditPlan>();
    for (NameAdapter const* adapter : adapters_)
        adapter->adapt_in_place(*range, *edits);
    drop_default_arguments(unit_, function, *edits);
    if (auto const* const method = llvm::dyn_cast<CXXMethodDecl>(&function);
        method && !method->isOutOfLine())
        leave_class(*method, *edits);
    Scope const scope = scope_of(*namespace_of(function.getLexicalDeclContext()));
    Scope const around = scope_of(*after->around);
    plan_.insert(after->offset, Fragment{around.close + " " + scope.open,
                                         rewrite::Moved{.range = *range, .edits = std::move(edits)},
                                         scope.close + " " + around.open});
}

std::optional<TextPlace> DeferredFunctions::place_after(Range function) const {
    std::optional<TextPlace> place;
    for (Span const& span : spans_) {
        if (function.begin < span.between.begin || function.end > span.between.end) continue;
        bool const mentioned =
            std::ranges::any_of(uses_.names_within(function), [&](NameUse const& use) {
                return belongs_to(*use.meaning, *span.hierarchy);
            });
        if (mentioned && (!place || place->offset < span.end))
            place = {span.end, namespace_of(span.hierarchy->target().getLexicalDeclContext())};
    }
    return place;
}

bool DeferredFunctions::can_move(clang::FunctionDecl const& function) const {
    if (function.isConstexpr() || function.getReturnType()->getContainedDeducedType()) return false;
    if (function.getFriendObjectKind() != clang::Decl::FOK_None) return false;
    auto const* const method = llvm::dyn_cast<CXXMethodDecl>(&function);
    if (!method) return true;
    if (std::ranges::any_of(spans_, [&](Span const& span) {
            return span.hierarchy->contains(method->getParent());
        }))
        return false; // the text of the flat class moves it
    if (method->getParent()->isLocalClass() || !method->getParent()->getIdentifier()) return false;
    return method->isOutOfLine() || !returns_member_type(unit_, uses_, function);
}

/// Words that only stand inside of a class go; the name gets its class.
void DeferredFunctions::leave_class(CXXMethodDecl const& method, EditPlan& edits) const {
    std::optional<Range> const range = unit_.range(method.getSourceRange());
    std::optional<uint32_t> const name = unit_.offset(method.getLocation());
    if (!range || !name) return;
    remove_words(unit_, method, {"virtual", "static", "explicit"}, edits);
    edits.insert(range->begin, std::string("inline "));
    edits.insert(*name, class_prefix(method));
}

} // namespace collapse

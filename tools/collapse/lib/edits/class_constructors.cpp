// SPDX-License-Identifier: BSD-2-Clause
// Puts what the merger found into the constructors and the destructor that the user wrote.
#include "class_text.hpp"
#include "keywords.hpp"

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/member_chunks.hpp>

#include <algorithm>

namespace collapse {

using rewrite::Fragment;
using rewrite::Range;

namespace {

Fragment initialiser_list(Fragment initialisers) {
    if (!initialisers.empty()) initialisers.insert(initialisers.begin(), std::string(": "));
    return initialisers;
}

/// What `= default` in the class said of exceptions.
std::string implied_exceptions(clang::CXXDestructorDecl const& destructor) {
    bool const is_said = destructor.getExceptionSpecSourceRange().isValid();
    if (is_said || !destructor.isExplicitlyDefaulted()) return {};
    switch (destructor.getType()->castAs<clang::FunctionProtoType>()->getExceptionSpecType()) {
    case clang::EST_BasicNoexcept:
    case clang::EST_NoexceptTrue:
        return " noexcept";
    case clang::EST_NoexceptFalse:
        return " noexcept(false)";
    default:
        return {};
    }
}

void append_body(Fragment& to, Fragment statements) {
    to.push_back(std::string(" {"));
    for (auto& each : statements)
        to.push_back(std::move(each));
    to.push_back(std::string("}"));
}

/// Where the list of initialisers begins; the body's brace if there is none.
uint32_t initialiser_colon(rewrite::Unit const& unit, clang::CXXConstructorDecl const& definition,
                           uint32_t open_brace) {
    uint32_t first = open_brace;
    for (clang::CXXCtorInitializer const* each : definition.inits())
        if (std::optional<uint32_t> const place = unit.offset(each->getSourceLocation());
            each->isWritten() && place)
            first = std::min(first, *place);
    std::optional<uint32_t> const name = unit.offset(definition.getLocation());
    uint32_t colon = open_brace;
    if (first == open_brace || !name) return colon;
    for (rewrite::RawToken const& token : raw_tokens(unit, {*name, first}))
        if (token.text == ":") colon = token.range.begin;
    return colon;
}

} // namespace

void ClassText::write_constructor(clang::CXXConstructorDecl const& constructor) {
    clang::FunctionDecl const* const owner = constructor.getDefinition();
    if (!owner) return;
    auto const& definition = *llvm::cast<clang::CXXConstructorDecl>(owner);
    if (definition.isDefaulted()) return write_defaulted_constructor(definition);
    clang::Stmt const* const body = definition.getBody();
    if (!body) return;
    if (definition.isDelegatingConstructor()) return; // the one that it names does all
    MergedConstructor merged = merger_.merge(definition);
    std::optional<uint32_t> const open = unit_.offset(body->getBeginLoc());
    if (!open) return;
    uint32_t const colon = initialiser_colon(unit_, definition, *open);
    Fragment list = initialiser_list(std::move(merged.initialisers));
    list.push_back(std::string(" "));
    plan_.replace({colon, *open}, std::move(list));
    if (!merged.prologue.empty()) plan_.insert(*open + 1, std::move(merged.prologue));
}

/// What `= default` implied and a written constructor has to say.
void ClassText::keep_promises(clang::CXXConstructorDecl const& definition,
                              MergedConstructor& merged) {
    std::optional<uint32_t> const begin = unit_.offset(definition.getBeginLoc());
    std::optional<uint32_t> const name = unit_.offset(definition.getLocation());
    bool const says_constant =
        begin && name &&
        std::ranges::any_of(raw_tokens(unit_, {*begin, *name}), [](rewrite::RawToken const& token) {
            return token.text == "constexpr";
        });
    if (merged.is_constant && begin && name && !says_constant)
        plan_.insert(*begin, std::string("constexpr "));
    bool const says_nothrow = definition.getExceptionSpecSourceRange().isValid();
    std::optional<Range> const place = default_range(definition);
    if (merged.is_nothrow && !says_nothrow && place)
        plan_.insert(place->begin, std::string("noexcept "));
}

/// `= default` goes where there is something to do.
void ClassText::write_defaulted_constructor(clang::CXXConstructorDecl const& definition) {
    MergedConstructor merged = merger_.merge(definition);
    if (merged.initialisers.empty() && merged.prologue.empty()) return;
    keep_promises(definition, merged);
    Fragment text = initialiser_list(std::move(merged.initialisers));
    append_body(text, std::move(merged.prologue));
    replace_default(definition, std::move(text));
}

void ClassText::write_destructor() {
    clang::CXXDestructorDecl const* const destructor = hierarchy_.target().getDestructor();
    if (!destructor || destructor->isImplicit()) return;
    Fragment epilogue = merger_.destructor_epilogue();
    clang::FunctionDecl const* const definition = destructor->getDefinition();
    if (!definition) return;
    if (definition->isExplicitlyDefaulted())
        return write_defaulted_destructor(*destructor, *definition, std::move(epilogue));
    clang::Stmt const* const body = definition->getBody();
    if (epilogue.empty() || !body) return;
    std::optional<uint32_t> const open = unit_.offset(body->getBeginLoc());
    std::optional<uint32_t> const end = unit_.offset(body->getEndLoc());
    if (!open || !end) return;
    epilogue.insert(epilogue.begin(), std::string("} ")); // its variables end before the bases
    plan_.insert(*open + 1, std::string(" {"));
    plan_.insert(*end, std::move(epilogue));
}

/// `= default` goes, too, where there is something to do.
void ClassText::write_defaulted_destructor(clang::CXXDestructorDecl const& destructor,
                                           clang::FunctionDecl const& definition,
                                           Fragment epilogue) {
    bool const stays_virtual = overrides_kept(hierarchy_, destructor);
    std::string const exceptions = stays_virtual ? "" : implied_exceptions(destructor);
    if (epilogue.empty()) {
        std::optional<Range> const place = default_range(definition);
        if (place && !exceptions.empty()) plan_.insert(place->begin, exceptions + " ");
        return;
    }
    Fragment text{exceptions};
    append_body(text, std::move(epilogue));
    replace_default(definition, std::move(text));
}

/// Writes something else in the place of `= default;`.
void ClassText::replace_default(clang::FunctionDecl const& definition, Fragment text) {
    if (std::optional<Range> const place = default_range(definition))
        plan_.replace(*place, std::move(text));
}

std::optional<Range> ClassText::default_range(clang::FunctionDecl const& definition) const {
    std::optional<Range> const range = declaration_range(unit_, definition);
    std::optional<uint32_t> const name = unit_.offset(definition.getLocation());
    if (!range || !name) return std::nullopt;
    for (rewrite::RawToken const& token : raw_tokens(unit_, {*name, range->end}))
        if (token.text == "=") return Range{token.range.begin, range->end};
    return std::nullopt;
}

} // namespace collapse

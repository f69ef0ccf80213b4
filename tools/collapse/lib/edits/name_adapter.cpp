// SPDX-License-Identifier: BSD-2-Clause
// Decides for each name in moved text how it must read in the flat class. Names are qualified
// where the flat class would capture them or not find them; the check of meanings has the last
// word.
#include "name_adapter.hpp"

#include <collapse/lib/hierarchy/base_assignments.hpp>

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/character.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;
using clang::DeclContext;
using clang::NamedDecl;
using rewrite::Range;

namespace {

/// The namespace whose scope finds the declaration: inline and unnamed namespaces are open to it.
DeclContext const* lookup_scope(DeclContext const* context) {
    context = context->getRedeclContext();
    while (auto const* const scope = llvm::dyn_cast<clang::NamespaceDecl>(context)) {
        if (!scope->isInline() && !scope->isAnonymousNamespace()) break;
        context = scope->getParent()->getRedeclContext();
    }
    return context->getPrimaryContext();
}

CXXRecordDecl const* owner_of(NamedDecl const& member) {
    DeclContext const* const context = member.getDeclContext()->getRedeclContext();
    auto const* const record = llvm::dyn_cast<CXXRecordDecl>(context);
    return record && record->hasDefinition() ? record->getDefinition() : record;
}

/// The named class around an anonymous struct or union.
CXXRecordDecl const* named_owner_of(NamedDecl const& member) {
    CXXRecordDecl const* owner = owner_of(member);
    while (owner && owner->isAnonymousStructOrUnion())
        owner = llvm::dyn_cast<CXXRecordDecl>(owner->getParent());
    return owner;
}

bool is_static(NamedDecl const& member) {
    auto const* const method = llvm::dyn_cast<CXXMethodDecl>(&member);
    return method ? method->isStatic()
                  : !llvm::isa<clang::FieldDecl, clang::IndirectFieldDecl>(member);
}

/// The name's first token: of `operator()` only the first word is one.
std::string first_token(NamedDecl const& member, std::string name) {
    using Kind = clang::DeclarationName;
    Kind::NameKind const kind = member.getDeclName().getNameKind();
    bool const is_operator =
        kind == Kind::CXXOperatorName || kind == Kind::CXXConversionFunctionName;
    return is_operator ? "operator" : std::move(name);
}

/// The text with its last name marked as standing for the one at `origin`.
rewrite::Fragment renamed(std::string_view text, uint32_t origin) {
    size_t name = text.size();
    while (name > 0 && rewrite::is_identifier(text[name - 1]))
        --name;
    rewrite::Fragment fragment;
    if (name > 0) fragment.push_back(std::string(text.substr(0, name)));
    if (name < text.size())
        fragment.push_back(rewrite::Renamed{std::string(text.substr(name)), origin});
    return fragment;
}

} // namespace

std::string qualified_name(NamedDecl const& declaration) {
    std::string name = declaration.getNameAsString();
    DeclContext const* context = declaration.getDeclContext()->getRedeclContext();
    for (; !context->isTranslationUnit(); context = context->getParent()->getRedeclContext()) {
        auto const* const scope = llvm::dyn_cast<clang::NamespaceDecl>(context);
        if (scope && (scope->isInline() || scope->isAnonymousNamespace())) continue;
        if (auto const* const named = llvm::dyn_cast<NamedDecl>(context))
            name = named->getNameAsString() + "::" + name;
    }
    return "::" + name;
}

NameAdapter::NameAdapter(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                         NameUses const& uses, PhaseCalls const& phase_calls,
                         rewrite::Diagnostics& diagnostics)
    : unit_(unit), hierarchy_(hierarchy), uses_(uses), phase_calls_(phase_calls),
      diagnostics_(diagnostics), target_name_(qualified_name(hierarchy.target())) {
    auto const add = [&](CXXRecordDecl const& record) {
        for (clang::Decl const* each : record.decls())
            if (auto const* const named = llvm::dyn_cast<NamedDecl>(each))
                flat_names_.insert(hierarchy_.name_of(*named));
    };
    add(hierarchy.target());
    for (Base const& base : hierarchy.bases())
        if (hierarchy.is_flattened(base.record)) add(*base.record);
    for (clang::CXXConstructorDecl const* constructor : hierarchy.target().ctors())
        for (clang::ParmVarDecl const* parameter : constructor->parameters())
            parameter_names_.insert(parameter->getNameAsString());
}

rewrite::Moved NameAdapter::moved(Range range, ParameterTexts const& parameters) const {
    auto edits = std::make_shared<rewrite::EditPlan>();
    adapt(range, Where::constructor, parameters, *edits);
    for (NameAdapter const* companion : companions_)
        if (companion != this) companion->adapt_in_place(range, *edits);
    return {.range = range, .edits = std::move(edits), .own_lines = false};
}

void NameAdapter::adapt_moved(Range range, ParameterTexts const& parameters,
                              rewrite::EditPlan& plan) const {
    adapt(range, Where::moved, parameters, plan);
    for (NameAdapter const* companion : companions_)
        if (companion != this) companion->adapt_in_place(range, plan);
}

void NameAdapter::adapt_in_place(Range range, rewrite::EditPlan& plan) const {
    adapt(range, Where::in_place, {}, plan);
}

void NameAdapter::adapt(Range range, Where where, ParameterTexts const& parameters,
                        rewrite::EditPlan& plan) const {
    std::map<Range, std::string> edits;
    std::set<Range> new_text; ///< that stands for no name
    auto const add = [&](std::optional<Edit> const& edit, Range name) {
        if (!edit || edit->range.begin < range.begin) return;
        auto const [known, is_new] = edits.emplace(edit->range, edit->text);
        if (is_new || known->second == edit->text) return;
        diagnostics_.refuse("C0502", unit_.place(name.begin),
                            "a name within a template stands for members that would get two names",
                            "qualify the name, or give the members different names");
    };
    for (NameUse const& use : uses_.names_within(range)) {
        if (auto const text = parameters.find(use.meaning); text != parameters.end())
            edits[use.name] = text->second, new_text.insert(use.name);
        else if (std::optional<Edit> const call = assignment_edit(use))
            edits[call->range] = call->text, new_text.insert(call->range);
        else
            add(edit_of(use, where), use.name);
    }
    if (where != Where::in_place)
        for (QualifierUse const& use : uses_.qualifiers_within(range))
            add(qualification(use.name, *use.meaning, where), use.name);
    for (auto const& [place, text] : edits)
        new_text.contains(place) ? plan.replace(place, text)
                                 : replace_before_name(place, text, plan);
    add_default_arguments(range, plan);
}

/// Leaves the name's own token alone where it stays the same, so that the check of meanings still
/// knows where it came from.
void NameAdapter::replace_before_name(Range place, std::string_view text,
                                      rewrite::EditPlan& plan) const {
    std::string_view const old(unit_.text().data() + place.begin, place.end - place.begin);
    size_t length = 0;
    while (length < old.size() && rewrite::is_identifier(old[old.size() - length - 1]))
        ++length;
    std::string_view const name = old.substr(old.size() - length);
    bool const same =
        text.ends_with(name) &&
        (text.size() == length || !rewrite::is_identifier(text[text.size() - length - 1]));
    if (!same) return plan.replace(place, renamed(text, place.end - static_cast<uint32_t>(length)));
    uint32_t const end = place.end - static_cast<uint32_t>(length);
    if (place.begin != end || text.size() != length)
        plan.replace({place.begin, end}, std::string(text.substr(0, text.size() - length)));
}

std::optional<NameAdapter::Edit> NameAdapter::edit_of(NameUse const& use, Where where) const {
    if (auto const* const record = llvm::dyn_cast<CXXRecordDecl>(use.meaning);
        record && hierarchy_.find(record))
        return base_edit(use, where);
    CXXRecordDecl const* const owner = named_owner_of(*use.meaning);
    if (owner && hierarchy_.contains(owner)) return member_edit(use, *owner, where);
    if (use.by_argument && is_found_through_base(*use.meaning, use.name.begin))
        return Edit{use.name, qualified_name(*use.meaning)};
    if (where == Where::in_place || use.inner_qualifier || use.qualifier.begin != use.qualifier.end)
        return std::nullopt;
    if (use.elaborated)
        if (auto const* const record = llvm::dyn_cast<CXXRecordDecl>(use.meaning))
            to_declare_.insert(record);
    return qualification(use.name, *use.meaning, where);
}

/// Argument-dependent lookup searched the namespaces of the bases; now only the target's.
bool NameAdapter::is_found_through_base(NamedDecl const& function, uint32_t place) const {
    if (!is_declared_in_namespace(function, place)) return false;
    DeclContext const* const home = lookup_scope(function.getDeclContext());
    if (home == lookup_scope(hierarchy_.target().getDeclContext())) return false;
    return std::ranges::any_of(hierarchy_.bases(), [&](Base const& base) {
        return base.decision != BaseDecision::kept &&
               lookup_scope(base.record->getDeclContext()) == home;
    });
}

/// Whether a qualified name finds the function: friends of bases get a declaration, unless their
/// definition moves with the base.
bool NameAdapter::is_declared_in_namespace(NamedDecl const& function, uint32_t place) const {
    return std::ranges::any_of(function.redecls(), [&](clang::Decl const* each) {
        DeclContext const* const around = each->getLexicalDeclContext();
        std::optional<uint32_t> const own = unit_.offset(each->getLocation());
        if (!around->isRecord()) return own && *own < place;
        auto const* const friendly = llvm::dyn_cast<clang::FunctionDecl>(each);
        return friendly && !friendly->isThisDeclarationADefinition() &&
               hierarchy_.is_flattened(llvm::cast<CXXRecordDecl>(around));
    });
}

bool NameAdapter::is_of_flat_class(NameUse const& use, CXXRecordDecl const& owner,
                                   Where where) const {
    Base const* const base = hierarchy_.find(&owner);
    if (!base || base->decision == BaseDecision::merged) return true;
    if (base->decision == BaseDecision::kept) return false;
    if (use.declares) return where != Where::in_place;
    if (use.object_class) {
        bool const own = use.implicit_this && where != Where::in_place;
        return own || use.object_class == &hierarchy_.target();
    }
    return false;
}

CXXMethodDecl const* NameAdapter::image_of(NameUse const& use, CXXMethodDecl const& method) const {
    if (auto const phase = phase_calls_.find(use.access); phase != phase_calls_.end())
        return phase->second;
    bool const pointer = !use.object_class && use.qualifier.begin != use.qualifier.end;
    return method.isVirtual() && (use.dispatches || pointer) ? hierarchy_.final_overrider(method)
                                                             : &method;
}

std::optional<NameAdapter::Edit>
NameAdapter::member_edit(NameUse const& use, CXXRecordDecl const& owner, Where where) const {
    bool const qualified = use.qualifier.begin != use.qualifier.end;
    if (!is_of_flat_class(use, owner, where)) {
        if (where == Where::in_place || qualified || use.object_class) return std::nullopt;
        return Edit{use.name, qualified_name(owner) + "::" + use.meaning->getNameAsString()};
    }
    NamedDecl const* image = use.meaning;
    if (auto const* const method = llvm::dyn_cast<CXXMethodDecl>(image))
        image = image_of(use, *method);
    std::string const name = first_token(*image, hierarchy_.name_of(*image));
    bool const names_base = qualified && hierarchy_.is_flattened(use.qualifier_class);
    if (!qualified && (use.implicit_this || !use.object_class) && is_hidden(*image, where))
        return Edit{use.name, (is_static(*image) ? hierarchy_.target().getNameAsString() + "::"
                                                 : std::string("this->")) +
                                  name};
    if (!names_base)
        return name == first_token(*use.meaning, use.meaning->getNameAsString())
                   ? std::nullopt
                   : std::optional(Edit{use.name, name});
    Range const all{use.qualifier.begin, use.name.end};
    if (use.object_class)
        return Edit{all, (use.implicit_this && !is_static(*image) ? "this->" : "") + name};
    return Edit{all,
                (where != Where::in_place ? hierarchy_.target().getNameAsString() : target_name_) +
                    "::" + name};
}

/// `Base::operator=` becomes the name of a function.
std::optional<NameAdapter::Edit> NameAdapter::assignment_edit(NameUse const& use) const {
    CXXMethodDecl const* const assignment =
        use.access ? base_assignment(*use.access, hierarchy_) : nullptr;
    std::optional<Range> const name =
        assignment ? unit_.range(use.access->getMemberNameInfo().getSourceRange()) : std::nullopt;
    if (!name) return std::nullopt;
    return Edit{{use.qualifier.begin, name->end},
                (use.implicit_this ? "this->" : "") +
                    base_assignment_name(*assignment, hierarchy_)};
}

std::optional<NameAdapter::Edit> NameAdapter::base_edit(NameUse const& use, Where where) const {
    auto const& record = *llvm::cast<CXXRecordDecl>(use.meaning);
    bool const qualified = use.qualifier.begin != use.qualifier.end;
    Range const all{qualified ? use.qualifier.begin : use.name.begin, use.name.end};
    if (hierarchy_.find(&record)->decision == BaseDecision::merged) {
        if (use.elaborated) return Edit{all, target_name_};
        if (where != Where::in_place) return Edit{all, hierarchy_.target().getNameAsString()};
        return std::nullopt;
    }
    return where != Where::in_place && !qualified ? qualification(use.name, record, where)
                                                  : std::nullopt;
}

bool NameAdapter::is_hidden(NamedDecl const& meaning, Where where) const {
    return where == Where::constructor && parameter_names_.contains(meaning.getNameAsString());
}

bool NameAdapter::is_captured(NamedDecl const& meaning) const {
    if (flat_names_.contains(meaning.getNameAsString())) return true;
    DeclContext const* const home = lookup_scope(meaning.getDeclContext());
    DeclContext const* scope = hierarchy_.target().getDeclContext()->getRedeclContext();
    if (!home->Encloses(scope)) return true;
    for (; lookup_scope(scope) != home; scope = scope->getParent()->getRedeclContext())
        if (!scope->getPrimaryContext()->lookup(meaning.getDeclName()).empty()) return true;
    return false;
}

std::optional<NameAdapter::Edit> NameAdapter::qualification(Range name, NamedDecl const& meaning,
                                                            Where where) const {
    if (!meaning.getDeclContext()->getRedeclContext()->isFileContext()) return std::nullopt;
    if (meaning.isImplicit() || meaning.getLocation().isInvalid()) return std::nullopt;
    if (!meaning.getDeclName().isIdentifier() || meaning.getName().starts_with("__builtin"))
        return std::nullopt;
    if (meaning.getFriendObjectKind() != clang::Decl::FOK_None &&
        meaning.isFunctionOrFunctionTemplate() && meaning.getMostRecentDecl() == &meaning)
        return std::nullopt; // a hidden friend: only its arguments find it
    if (!is_captured(meaning) && !is_hidden(meaning, where)) return std::nullopt;
    bool const after_colon = name.begin > 0 && unit_.text()[name.begin - 1] == ':';
    return Edit{name, (after_colon ? " " : "") + qualified_name(meaning)};
}

/// A call whose callee's default arguments came from the static type keeps them, written out.
void NameAdapter::add_default_arguments(Range range, rewrite::EditPlan& plan) const {
    for (DefaultArguments const& use : uses_.default_arguments) {
        if (use.end < range.begin || use.end >= range.end) continue;
        auto const* const method =
            llvm::dyn_cast_or_null<CXXMethodDecl>(use.call->getDirectCallee());
        if (!method || !method->isVirtual() || !hierarchy_.contains(method->getParent())) continue;
        CXXMethodDecl const* const image = hierarchy_.final_overrider(*method);
        if (image == method->getCanonicalDecl()) continue;
        std::string text;
        for (unsigned i = 0; i < use.call->getNumArgs(); ++i) {
            auto const* const argument =
                llvm::dyn_cast<clang::CXXDefaultArgExpr>(use.call->getArg(i));
            if (!argument) continue;
            std::optional<Range> const written = unit_.range(argument->getExpr()->getSourceRange());
            clang::Expr const& value = *argument->getExpr()->IgnoreImpCasts();
            bool const literal = value.isEvaluatable(unit_.context()) &&
                                 !llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(value);
            if (!written || !literal) {
                diagnostics_.refuse("C0504", unit_.place(use.call->getBeginLoc()),
                                    "the default argument of `" +
                                        method->getQualifiedNameAsString() +
                                        "` cannot be written at this call",
                                    "write the argument out here");
                return;
            }
            text += (i ? ", " : "") +
                    unit_.text().substr(written->begin, written->end - written->begin);
        }
        plan.insert(use.end, text);
    }
}

} // namespace collapse

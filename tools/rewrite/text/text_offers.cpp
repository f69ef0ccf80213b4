// SPDX-License-Identifier: BSD-2-Clause
// Looks at what the text declares in the global namespace and in those of system headers.
#include "text_offers.hpp"

#include <algorithm>

namespace rewrite {

using clang::CXXRecordDecl;
using clang::Decl;
using clang::NamespaceDecl;
using llvm::dyn_cast;
using llvm::isa;

void TextOffers::note(Decl const& declaration) {
    if (open_to_all_) return;
    if (auto const* space = dyn_cast<NamespaceDecl>(&declaration)) return note_namespace(*space);
    if (auto const* linkage = dyn_cast<clang::LinkageSpecDecl>(&declaration)) {
        for (Decl const* each : linkage->decls())
            note(*each);
        return;
    }
    if (share_.is_of_text(declaration) && !is_out_of_reach(*declaration.getDeclContext()))
        note_of_text(declaration);
}

void TextOffers::note_namespace(NamespaceDecl const& space) {
    bool const began_in_text = share_.is_of_text(*space.getFirstDecl());
    if (!share_.is_of_text(space)) {
        open_to_all_ |= began_in_text;
        return;
    }
    if (is_text_namespace(space)) return;
    for (Decl const* each : space.decls())
        note(*each);
}

/// One that no name of a system header can mean. Names in unnamed and inline ones are also names of
/// the namespace around them.
bool TextOffers::is_text_namespace(NamespaceDecl const& space) const {
    return share_.is_of_text(*space.getFirstDecl()) && !space.isAnonymousNamespace() &&
           !space.isInline();
}

/// A class of the text was noted by itself.
bool TextOffers::is_out_of_reach(clang::DeclContext const& scope) const {
    if (auto const* record = dyn_cast<CXXRecordDecl>(&scope)) return share_.is_of_text(*record);
    for (clang::DeclContext const* each = &scope; each != nullptr; each = each->getParent())
        if (auto const* space = dyn_cast<NamespaceDecl>(each))
            if (is_text_namespace(*space)) return true;
    return false;
}

void TextOffers::note_of_text(Decl const& declaration) {
    auto const* function = dyn_cast<clang::FunctionDecl>(&declaration);
    if (function != nullptr && function->isTemplateInstantiation()) return;
    if (auto const* names = dyn_cast<clang::UsingDecl>(&declaration)) return note_using(*names);
    if (is_chosen_by_arguments(declaration))
        open_to_all_ = true;
    else if (is_name_of_templates(declaration))
        open_to_later(declaration.getLocation());
}

void TextOffers::note_using(clang::UsingDecl const& names) {
    for (clang::UsingShadowDecl const* each : names.shadows()) {
        Decl const& target = *each->getTargetDecl();
        if (!share_.is_of_text(target)) continue;
        if (is_chosen_by_arguments(target))
            open_to_all_ = true;
        else
            open_to_later(names.getLocation());
    }
}

void TextOffers::open_to_later(clang::SourceLocation location) {
    if (open_from_.isInvalid()) open_from_ = location;
}

/// Overload resolution and the choice of specialisations also find what is declared later. All
/// templates count as such.
bool TextOffers::is_chosen_by_arguments(Decl const& declaration) {
    if (auto const* function = dyn_cast<clang::FunctionDecl>(&declaration))
        return leads_to_templates(function->getReturnType()) ||
               std::ranges::any_of(function->parameters(), [this](auto const* each) {
                   return leads_to_templates(each->getType());
               });
    if (isa<clang::ClassTemplatePartialSpecializationDecl, clang::TemplateDecl,
            clang::VarTemplateSpecializationDecl>(declaration))
        return true;
    auto const* record = dyn_cast<clang::ClassTemplateSpecializationDecl>(&declaration);
    return record != nullptr && record->isExplicitSpecialization() && has_templates(*record);
}

bool TextOffers::is_name_of_templates(Decl const& declaration) {
    if (auto const* record = dyn_cast<CXXRecordDecl>(&declaration))
        return record->isCompleteDefinition() && has_templates(*record);
    if (auto const* variable = dyn_cast<clang::VarDecl>(&declaration))
        return leads_to_templates(variable->getType());
    if (auto const* alias = dyn_cast<clang::TypedefNameDecl>(&declaration))
        return leads_to_templates(alias->getUnderlyingType());
    if (auto const* names = dyn_cast<clang::UsingDirectiveDecl>(&declaration))
        return share_.is_of_text(*names->getNominatedNamespace()->getFirstDecl());
    if (auto const* alias = dyn_cast<clang::NamespaceAliasDecl>(&declaration))
        return share_.is_of_text(*alias->getNamespace()->getFirstDecl());
    return false;
}

bool TextOffers::leads_to_templates(clang::QualType type) {
    type = type.getCanonicalType();
    while (!type->getPointeeType().isNull() || type->isArrayType())
        type = type->isArrayType() ? type->getAsArrayTypeUnsafe()->getElementType()
                                   : type->getPointeeType();
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (record == nullptr) return false;
    if (share_.is_of_text(*record)) return has_templates(*record);
    auto const* special = dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    return special != nullptr &&
           std::ranges::any_of(special->getTemplateArgs().asArray(), [this](auto const& each) {
               return each.getKind() == clang::TemplateArgument::Type &&
                      leads_to_templates(each.getAsType());
           });
}

/// Members of instantiations are as good as templates; so is a class of which nothing is known.
bool TextOffers::has_templates(CXXRecordDecl const& record) {
    CXXRecordDecl const* const definition = record.getDefinition();
    if (definition == nullptr || definition->isDependentContext()) return true;
    if (definition->getTemplateInstantiationPattern() != nullptr) return true;
    auto const [known, is_new] = has_templates_.try_emplace(definition, false);
    if (is_new) known->second = has_template_within(*definition);
    return known->second;
}

bool TextOffers::has_template_within(CXXRecordDecl const& definition) {
    for (Decl const* each : definition.decls()) {
        if (isa<clang::TemplateDecl>(each)) return true;
        auto const* inner = dyn_cast<CXXRecordDecl>(each);
        if (inner != nullptr && !inner->isInjectedClassName() && has_templates(*inner)) return true;
    }
    return std::ranges::any_of(definition.bases(), [this](auto const& base) {
        return leads_to_templates(base.getType());
    });
}

bool TextOffers::are_open_to(clang::SourceLocation location) const {
    return open_to_all_ ||
           (open_from_.isValid() && sources_.isBeforeInTranslationUnit(open_from_, location));
}

} // namespace rewrite

// SPDX-License-Identifier: BSD-2-Clause
// Finds name uses by a walk over the syntax tree.
#include "name_uses.hpp"

#include <rewrite/syntax/syntax_visitor.hpp>
#include <rewrite/text/character.hpp>

#include <algorithm>

namespace collapse {

namespace {

using clang::CXXRecordDecl;
using clang::NamedDecl;
using clang::NestedNameSpecifierLoc;
using clang::SourceLocation;
using clang::TypeLoc;

CXXRecordDecl const* definition(CXXRecordDecl const* record) {
    return record && record->hasDefinition() ? record->getDefinition() : record;
}

/// Where the qualifier in front of the name at `name` begins: `a::b::name`.
uint32_t qualifier_begin(std::string_view text, uint32_t name) {
    auto const skip_spaces = [&](uint32_t at) {
        while (at > 0 && rewrite::is_space(text[at - 1]))
            --at;
        return at;
    };
    for (uint32_t begin = name;;) {
        uint32_t at = skip_spaces(begin);
        if (at < 2 || text.substr(at - 2, 2) != "::") return begin;
        begin = at - 2;
        at = skip_spaces(begin);
        while (at > 0 && rewrite::is_identifier(text[at - 1]))
            begin = --at;
    }
}

CXXRecordDecl const* object_class_of(clang::Expr const& object) {
    clang::QualType type = object.IgnoreParenBaseCasts()->getType();
    if (auto const* const pointer = type->getAs<clang::PointerType>())
        type = pointer->getPointeeType();
    return definition(type->getAsCXXRecordDecl());
}

class Finder : public rewrite::SyntaxVisitor {
public:
    Finder(rewrite::Unit const& unit, NameUses& uses) : unit_(unit), uses_(uses) {}

    bool TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc qualifier) override {
        if (qualifier) note_components(qualifier);
        return SyntaxVisitor::TraverseNestedNameSpecifierLoc(qualifier);
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* use) override {
        if (use->getNameInfo().getName().isIdentifier() || use->hasQualifier())
            add({.meaning = use->getDecl()}, use->getQualifierLoc(), use->getLocation());
        return true;
    }

    bool VisitMemberExpr(clang::MemberExpr* use) override {
        NamedDecl const* const member = use->getMemberDecl();
        if (!member->getDeclName()) return true; // the step into an anonymous union
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(member);
        add({.meaning = member,
             .object_class = object_class_of(*use->getBase()),
             .access = use,
             .implicit_this = use->isImplicitAccess(),
             .dispatches = method && method->isVirtual() && !use->hasQualifier()},
            use->getQualifierLoc(), use->getMemberLoc());
        return true;
    }

    bool VisitUnresolvedMemberExpr(clang::UnresolvedMemberExpr* use) override {
        return add_overloads(*use, use->isImplicitAccess());
    }

    bool VisitUnresolvedLookupExpr(clang::UnresolvedLookupExpr* use) override {
        return !use->getName().isIdentifier() || add_overloads(*use, false);
    }

    /// The syntax tree has no qualifier of the class in `int a::B::*`.
    bool VisitMemberPointerTypeLoc(clang::MemberPointerTypeLoc pointer) override {
        clang::TypeSourceInfo const* const type = pointer.getClassTInfo();
        std::optional<uint32_t> const name =
            type ? unit_.offset(type->getTypeLoc().getBeginLoc()) : std::nullopt;
        if (!name) return true;
        uint32_t const first = qualifier_begin(unit_.text(), *name);
        if (first != *name) inner_.emplace(*name, Prefix{first, nullptr});
        return true;
    }

    bool VisitElaboratedTypeLoc(clang::ElaboratedTypeLoc type) override {
        bool const keyword = type.getTypePtr()->getKeyword() != clang::ElaboratedTypeKeyword::None;
        add_type(type.getNamedTypeLoc(), type.getQualifierLoc(), keyword);
        return true;
    }

    bool VisitTypeLoc(TypeLoc type) override {
        add_type(type, {}, false);
        return true;
    }

    bool TraverseConstructorInitializer(clang::CXXCtorInitializer* initialiser) override {
        if (initialiser->isWritten() && initialiser->isMemberInitializer())
            add({.meaning = initialiser->getMember()}, {}, initialiser->getMemberLocation());
        return SyntaxVisitor::TraverseConstructorInitializer(initialiser);
    }

    bool VisitOffsetOfExpr(clang::OffsetOfExpr* offset) override {
        for (unsigned i = 0; i < offset->getNumComponents(); ++i) {
            clang::OffsetOfNode const& node = offset->getComponent(i);
            if (node.getKind() != clang::OffsetOfNode::Field) continue;
            add({.meaning = node.getField(), .object_class = class_of(*node.getField())}, {},
                node.getEndLoc());
        }
        return true;
    }

    bool VisitDesignatedInitExpr(clang::DesignatedInitExpr* list) override {
        for (clang::DesignatedInitExpr::Designator const& each : list->designators())
            if (each.isFieldDesignator() && each.getFieldDecl())
                add({.meaning = each.getFieldDecl()}, {}, each.getFieldLoc());
        return true;
    }

    bool VisitUsingDecl(clang::UsingDecl* declaration) override {
        for (clang::UsingShadowDecl const* shadow : declaration->shadows()) {
            if (llvm::isa<clang::ConstructorUsingShadowDecl>(shadow)) continue;
            add({.meaning = shadow->getTargetDecl()}, declaration->getQualifierLoc(),
                declaration->getNameInfo().getLoc());
        }
        return true;
    }

    bool VisitNamedDecl(NamedDecl* declaration) override {
        if (is_member(*declaration) && declaration->getDeclName().isIdentifier() &&
            !declaration->isImplicit())
            add({.meaning = declaration, .declares = true}, {}, declaration->getLocation());
        return true;
    }

    bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* call) override {
        if (clang::FunctionDecl const* const callee = call->getDirectCallee())
            uses_.operators.insert(llvm::cast<NamedDecl>(callee->getCanonicalDecl()));
        return true;
    }

    bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr* call) override {
        if (auto const* const conversion =
                llvm::dyn_cast_or_null<clang::CXXConversionDecl>(call->getMethodDecl()))
            uses_.operators.insert(llvm::cast<NamedDecl>(conversion->getCanonicalDecl()));
        return true;
    }

    bool VisitCallExpr(clang::CallExpr* call) override {
        if (call->usesADL())
            if (auto const place = unit_.offset(call->getCallee()->getBeginLoc()))
                by_argument_.insert(*place);
        bool const defaulted = std::ranges::any_of(call->arguments(), [](clang::Expr const* each) {
            return llvm::isa<clang::CXXDefaultArgExpr>(each);
        });
        std::optional<uint32_t> const end = unit_.offset(call->getRParenLoc());
        if (defaulted && end) uses_.default_arguments.push_back({call, *end});
        return true;
    }

    void finish() {
        for (NameUse& use : uses_.names)
            use.by_argument = by_argument_.contains(use.name.begin);
    }

private:
    static bool is_member(NamedDecl const& declaration) {
        return llvm::isa<clang::FieldDecl, clang::CXXMethodDecl, clang::EnumConstantDecl>(
                   declaration) ||
               (declaration.getDeclContext()->isRecord() &&
                llvm::isa<clang::VarDecl, clang::TypeDecl, clang::FunctionTemplateDecl>(
                    declaration));
    }

    static CXXRecordDecl const* class_of(NamedDecl const& member) {
        return definition(llvm::dyn_cast<CXXRecordDecl>(member.getDeclContext()));
    }

    template<class Overloads>
    bool add_overloads(Overloads& use, bool implicit_this) {
        for (NamedDecl const* each : use.decls())
            add({.meaning = each->getUnderlyingDecl(),
                 .implicit_this = implicit_this,
                 .dependent = true},
                use.getQualifierLoc(), use.getNameLoc());
        return true;
    }

    void add_type(TypeLoc type, NestedNameSpecifierLoc qualifier, bool elaborated) {
        NamedDecl const* meaning = nullptr;
        SourceLocation place = type.getBeginLoc();
        if (auto const tag = type.getAs<clang::TagTypeLoc>())
            meaning = tag.getDecl(), place = tag.getNameLoc();
        else if (auto const alias = type.getAs<clang::TypedefTypeLoc>())
            meaning = alias.getTypedefNameDecl(), place = alias.getNameLoc();
        else if (auto const used = type.getAs<clang::UsingTypeLoc>())
            meaning = used.getFoundDecl()->getTargetDecl(), place = used.getNameLoc();
        else if (auto const special = type.getAs<clang::TemplateSpecializationTypeLoc>())
            meaning = special.getTypePtr()->getTemplateName().getAsTemplateDecl(),
            place = special.getTemplateNameLoc();
        else if (auto const deduced = type.getAs<clang::DeducedTemplateSpecializationTypeLoc>())
            meaning = deduced.getTypePtr()->getTemplateName().getAsTemplateDecl(),
            place = deduced.getTemplateNameLoc();
        else if (auto const injected = type.getAs<clang::InjectedClassNameTypeLoc>())
            meaning = injected.getDecl(), place = injected.getNameLoc();
        if (meaning) add({.meaning = meaning, .elaborated = elaborated}, qualifier, place);
    }

    void add(NameUse use, NestedNameSpecifierLoc qualifier, SourceLocation place) {
        std::optional<uint32_t> const begin = unit_.offset(place);
        if (!begin) return;
        clang::SourceManager const& sources = unit_.sources();
        SourceLocation const expanded = sources.getExpansionLoc(place);
        unsigned const length =
            clang::Lexer::MeasureTokenLength(expanded, sources, unit_.context().getLangOpts());
        use.name = {*begin, *begin + length};
        if (auto const inner = inner_.find(*begin); inner != inner_.end()) {
            use.inner_qualifier = true;
            use.qualifier = {inner->second.begin, *begin};
            use.qualifier_class = inner->second.named;
        }
        if (qualifier) {
            if (std::optional<uint32_t> const first = unit_.offset(qualifier.getBeginLoc()))
                use.qualifier = {*first, *begin};
            if (clang::Type const* const type = qualifier.getNestedNameSpecifier()->getAsType())
                use.qualifier_class = definition(type->getAsCXXRecordDecl());
        }
        uses_.names.push_back(use);
    }

    /// A component `B` of `a::B::`, with what stands before it.
    void note_inner(NestedNameSpecifierLoc qualifier, NestedNameSpecifierLoc prefix) {
        std::optional<uint32_t> const place = unit_.offset(qualifier.getTypeLoc().getBeginLoc());
        std::optional<uint32_t> const first = unit_.offset(prefix.getBeginLoc());
        clang::Type const* const type = prefix.getNestedNameSpecifier()->getAsType();
        if (place && first && *first < *place)
            inner_.emplace(*place,
                           Prefix{*first, type ? definition(type->getAsCXXRecordDecl()) : nullptr});
    }

    void note_components(NestedNameSpecifierLoc qualifier) {
        while (NestedNameSpecifierLoc const prefix = qualifier.getPrefix()) {
            if (qualifier.getNestedNameSpecifier()->getAsType()) note_inner(qualifier, prefix);
            qualifier = prefix;
        }
        clang::NestedNameSpecifier const& first = *qualifier.getNestedNameSpecifier();
        NamedDecl const* meaning = nullptr;
        SourceLocation place = qualifier.getLocalBeginLoc();
        if (first.getAsNamespace())
            meaning = first.getAsNamespace();
        else if (first.getAsNamespaceAlias())
            meaning = first.getAsNamespaceAlias();
        else
            return; // types are found as types; `::` needs no lookup
        if (std::optional<uint32_t> const begin = unit_.offset(place))
            uses_.qualifiers.push_back(
                {{*begin, *begin + static_cast<uint32_t>(meaning->getName().size())}, meaning});
    }

    rewrite::Unit const& unit_;
    NameUses& uses_;
    std::set<uint32_t> by_argument_;
    /// What stands in front of a name.
    struct Prefix {
        uint32_t begin = 0;
        CXXRecordDecl const* named = nullptr; ///< if it names a class
    };
    std::map<uint32_t, Prefix> inner_; ///< components of qualifiers that are not the first
};

/// Uses are sorted, and no two names overlap.
template<class Use>
std::span<Use const> within(std::vector<Use> const& uses, rewrite::Range range) {
    auto const begin = std::ranges::lower_bound(uses, range.begin, {},
                                                [](Use const& use) { return use.name.begin; });
    auto const end = std::ranges::upper_bound(begin, uses.end(), range.end, {},
                                              [](Use const& use) { return use.name.end; });
    return {begin, end};
}

template<class Use>
void drop_doubles(std::vector<Use>& uses) {
    auto const same = [](Use const& a, Use const& b) {
        return a.name == b.name && a.meaning == b.meaning;
    };
    auto const rest = std::ranges::unique(uses, same);
    uses.erase(rest.begin(), rest.end());
}

} // namespace

std::span<NameUse const> NameUses::names_within(rewrite::Range range) const {
    return within(names, range);
}

std::span<QualifierUse const> NameUses::qualifiers_within(rewrite::Range range) const {
    return within(qualifiers, range);
}

NameUses find_name_uses(rewrite::Unit const& unit) {
    NameUses uses;
    Finder finder(unit, uses);
    for (clang::Decl* each : unit.context().getTranslationUnitDecl()->decls())
        if (unit.offset(each->getLocation())) finder.TraverseDecl(each);
    finder.finish();
    // Of two records of one use the one that knows more comes first and stays.
    std::ranges::sort(uses.names, {}, [](NameUse const& use) {
        return std::tuple(use.name, use.meaning, use.qualifier.begin == use.qualifier.end,
                          !use.elaborated);
    });
    std::ranges::sort(uses.qualifiers, {}, [](QualifierUse const& use) { return use.name; });
    drop_doubles(uses.names);
    drop_doubles(uses.qualifiers);
    return uses;
}

} // namespace collapse

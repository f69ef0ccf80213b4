// SPDX-License-Identifier: BSD-2-Clause
// Writes the flat class: its members in the order of construction, its constructors merged, the
// bases' definitions gone.
#include "class_text.hpp"

#include "keywords.hpp"
#include <collapse/lib/hierarchy/base_assignments.hpp>
#include <collapse/lib/hierarchy/scopes.hpp>

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/member_chunks.hpp>

#include <clang/AST/DeclFriend.h>

#include <algorithm>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;
using rewrite::Fragment;
using rewrite::Moved;
using rewrite::Range;

namespace {

char const* access_line(clang::AccessSpecifier access) {
    switch (access) {
    case clang::AS_public:
        return "public:\n";
    case clang::AS_protected:
        return "protected:\n";
    default:
        return "private:\n";
    }
}

clang::AccessSpecifier default_access(CXXRecordDecl const& record) {
    return record.isClass() ? clang::AS_private : clang::AS_public;
}

/// The widest access with which the target inherits from the base.
clang::AccessSpecifier access_of_base(CXXRecordDecl const& record, CXXRecordDecl const& base) {
    clang::AccessSpecifier widest = clang::AS_none;
    for (clang::CXXBaseSpecifier const& each : record.bases()) {
        CXXRecordDecl const* const next = each.getType()->getAsCXXRecordDecl();
        if (!next || !next->hasDefinition()) continue;
        clang::AccessSpecifier access = each.getAccessSpecifier();
        if (next->getDefinition() != &base) {
            clang::AccessSpecifier const inner = access_of_base(*next->getDefinition(), base);
            if (inner == clang::AS_none) continue;
            access = std::max(access, inner);
        }
        widest = std::min(widest, access);
    }
    return widest;
}

/// The widest access that a function has in the classes that it overrides functions of: through
/// references to these it may be called.
clang::AccessSpecifier access_through_bases(Hierarchy const& hierarchy,
                                            CXXMethodDecl const& method) {
    clang::AccessSpecifier widest = method.getAccess();
    for (CXXMethodDecl const* each : method.overridden_methods())
        if (hierarchy.contains(each->getParent()))
            widest = std::min(widest, access_through_bases(hierarchy, *each));
    return widest;
}

/// The access of a member that moves: as a using-declaration of the target gives it, or as the
/// target inherits it.
clang::AccessSpecifier access_in(Hierarchy const& hierarchy, Base const& base,
                                 clang::Decl const& member) {
    for (clang::Decl const* each : hierarchy.target().decls()) {
        auto const* const shadow = llvm::dyn_cast<clang::UsingShadowDecl>(each);
        if (shadow && shadow->getTargetDecl()->getCanonicalDecl() == member.getCanonicalDecl())
            return shadow->getAccess();
    }
    if (member.getAccess() == clang::AS_none) return clang::AS_none;
    clang::AccessSpecifier own = member.getAccess();
    if (auto const* const method = llvm::dyn_cast<CXXMethodDecl>(&member))
        own = access_through_bases(hierarchy, *method);
    return std::max(own, access_of_base(hierarchy.target(), *base.record));
}

CXXMethodDecl const* method_of(clang::Decl const& declaration) {
    if (auto const* const pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration))
        return llvm::dyn_cast<CXXMethodDecl>(pattern->getTemplatedDecl());
    return llvm::dyn_cast<CXXMethodDecl>(&declaration);
}

bool is_static_or_type(clang::Decl const& member) {
    if (auto const* const method = method_of(member)) return method->isStatic();
    return llvm::isa<clang::TypeDecl, clang::VarDecl, clang::TemplateDecl, clang::StaticAssertDecl,
                     clang::UsingEnumDecl>(member);
}

} // namespace

ClassText::ClassText(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                     NameAdapter const& adapter, ConstructorMerger& merger,
                     rewrite::Diagnostics& diagnostics, rewrite::EditPlan& plan)
    : unit_(unit), hierarchy_(hierarchy), adapter_(adapter), merger_(merger),
      diagnostics_(diagnostics), plan_(plan) {}

void ClassText::write() {
    std::optional<Range> const range = declaration_range(unit_, hierarchy_.target());
    if (!range) {
        diagnostics_.refuse("C0201", {},
                            "the definition of `" + hierarchy_.target().getQualifiedNameAsString() +
                                "` lies in a system header",
                            "only classes of the program's own files can be flattened");
        return;
    }
    target_range_ = *range;
    write_target();
    for (Base const& base : hierarchy_.bases()) {
        if (base.decision == BaseDecision::merged) replace_base(base);
        if (base.decision == BaseDecision::copied) befriend(base);
    }
    write_definitions(*unit_.context().getTranslationUnitDecl());
    if (summary_.empty() && !hierarchy_.target().hasAttr<clang::FinalAttr>()) // all are kept
        summary_.push_back(hierarchy_.target().getQualifiedNameAsString() + ": final");
}

void ClassText::write_target() {
    std::optional<rewrite::ClassPlaces> const places = class_places(unit_, hierarchy_.target());
    if (!places) return;
    write_base_clause(*places);
    write_own_members();
    Fragment members{"\n"};
    for (auto& each : base_members())
        members.push_back(std::move(each));
    members.push_back(base_assignments_text(adapter_.uses(), hierarchy_));
    for (auto& each : merger_.implicit_members())
        members.push_back(std::move(each));
    for (auto& each : merger_.members())
        members.push_back(std::move(each));
    members.push_back(access_line(default_access(hierarchy_.target())));
    plan_.insert(places->open_brace + 1, std::move(members));
}

void ClassText::write_base_clause(rewrite::ClassPlaces const& places) {
    std::string kept;
    for (Base const& base : hierarchy_.bases()) {
        bool const reached = std::ranges::any_of(hierarchy_.bases(), [&](Base const& other) {
            return other.decision == BaseDecision::kept && other.record->isDerivedFrom(base.record);
        });
        if (base.decision != BaseDecision::kept || reached) continue;
        kept += (kept.empty() ? ": public " : ", public ") + qualified_name(*base.record);
    }
    if (!kept.empty() && !hierarchy_.target().hasAttr<clang::FinalAttr>()) kept = "final " + kept;
    if (places.base_clause.begin != places.base_clause.end)
        plan_.replace(places.base_clause, kept + " ");
}

void ClassText::write_own_members() {
    for (rewrite::MemberChunk const& chunk :
         member_chunks(unit_, hierarchy_.target(), diagnostics_)) {
        clang::Decl const& first = *chunk.declarations.front();
        if (llvm::isa<clang::UsingDecl, clang::ConstructorUsingShadowDecl>(first)) {
            plan_.remove(chunk.range);
            continue;
        }
        CXXMethodDecl const* const method = method_of(first);
        if (!method) continue;
        strip_dispatch(unit_, hierarchy_, *method, plan_);
        clang::AccessSpecifier const access = access_through_bases(hierarchy_, *method);
        if (access == method->getAccess()) continue;
        plan_.insert(chunk.range.begin, std::string(access_line(access)));
        plan_.insert(chunk.range.end, "\n" + std::string(access_line(method->getAccess())));
    }
    for (clang::CXXConstructorDecl const* each : hierarchy_.target().ctors())
        if (!each->isImplicit() && !each->isDeleted()) write_constructor(*each);
    write_destructor();
}

Fragment ClassText::base_members() {
    Fragment members;
    clang::AccessSpecifier access = clang::AS_none;
    for (CXXRecordDecl const* record : hierarchy_.construction_order()) {
        Base const* const base = hierarchy_.find(record);
        if (!base || base->decision == BaseDecision::kept) continue;
        add_members_of(*base, members, access);
    }
    return members;
}

void ClassText::add_members_of(Base const& base, Fragment& members,
                               clang::AccessSpecifier& access) {
    unsigned count = 0;
    for (rewrite::MemberChunk const& chunk : member_chunks(unit_, *base.record, diagnostics_)) {
        clang::Decl const& first = *chunk.declarations.front();
        if (!moves(base, first)) continue;
        clang::AccessSpecifier const wanted = access_in(hierarchy_, base, first);
        if (wanted != clang::AS_none && wanted != access) {
            access = wanted;
            members.push_back(std::string(access_line(access)));
        }
        auto edits = std::make_shared<rewrite::EditPlan>();
        adapter_.adapt_moved(chunk.range, {}, *edits);
        for (clang::Decl const* each : chunk.declarations)
            if (auto const* const method = method_of(*each))
                strip_dispatch(unit_, hierarchy_, *method, *edits);
        if (auto const* const friendship = llvm::dyn_cast<clang::FriendDecl>(&first))
            qualify_friend(*friendship, *edits);
        members.push_back(Moved{.range = chunk.range, .edits = std::move(edits)});
        ++count;
    }
    summary_.push_back(hierarchy_.target().getQualifiedNameAsString() + ": " +
                       std::to_string(count) + " members of " +
                       base.record->getQualifiedNameAsString());
}

/// The friend that a declaration names in another namespace than the target's; null: none.
clang::FunctionDecl const* ClassText::foreign_friend(clang::FriendDecl const& friendship) const {
    auto const* const function =
        llvm::dyn_cast_or_null<clang::FunctionDecl>(friendship.getFriendDecl());
    if (!function || function->isThisDeclarationADefinition() || function->getQualifier())
        return nullptr;
    if (!function->getDeclContext()->isFileContext() || !function->getDeclName().isIdentifier())
        return nullptr;
    clang::DeclContext const* const home = hierarchy_.target().getDeclContext();
    bool const at_home =
        function->getDeclContext()->getPrimaryContext() == home->getPrimaryContext();
    return at_home ? nullptr : function;
}

bool ClassText::is_declared_before_target(clang::FunctionDecl const& function) const {
    return std::ranges::any_of(function.redecls(), [&](clang::FunctionDecl const* each) {
        std::optional<uint32_t> const place = unit_.offset(each->getLocation());
        return each->getLexicalDeclContext()->isFileContext() && place &&
               *place < target_range_.begin;
    });
}

/// Declares what only a friend declaration of the base declared: a friend of the flat class in
/// another namespace must be known before.
void ClassText::declare_friends(Base const& base, uint32_t place) {
    for (clang::FriendDecl const* friendship : base.record->friends()) {
        clang::FunctionDecl const* const function = foreign_friend(*friendship);
        if (!function || is_declared_before_target(*function)) continue;
        std::optional<Range> const range = declaration_range(unit_, *friendship);
        std::optional<uint32_t> const name = unit_.offset(function->getLocation());
        if (!range || !name) continue;
        auto edits = std::make_shared<rewrite::EditPlan>();
        adapter_.adapt_in_place(*range, *edits);
        for (rewrite::RawToken const& token : raw_tokens(unit_, {range->begin, *name}))
            if (token.text == "friend") edits->remove(token.range);
        plan_.insert(place, Fragment{std::string(" "), Moved{.range = *range, .edits = edits}});
    }
}

/// A function that is declared in the base's namespace stays the friend, whatever the target's is.
void ClassText::qualify_friend(clang::FriendDecl const& friendship,
                               rewrite::EditPlan& edits) const {
    clang::FunctionDecl const* const function = foreign_friend(friendship);
    std::optional<uint32_t> const name =
        function ? unit_.offset(function->getLocation()) : std::nullopt;
    if (!name) return;
    std::string const qualified = qualified_name(*function);
    auto const length = static_cast<uint32_t>(function->getName().size());
    edits.insert(*name, "(" + qualified.substr(0, qualified.size() - length));
    edits.insert(*name + length, std::string(")"));
}

bool ClassText::moves(Base const& base, clang::Decl const& member) const {
    if (llvm::isa<clang::UsingDecl, clang::EmptyDecl>(member)) return false;
    if (base.decision == BaseDecision::copied && is_static_or_type(member)) return false;
    CXXMethodDecl const* const method = method_of(member);
    if (!method) return true;
    if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(method)) return false;
    if (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) return false;
    return hierarchy_.is_needed(*method);
}

void ClassText::replace_base(Base const& base) {
    if (!base.record->getIdentifier()) return replace_unnamed_base(base);
    std::string const alias = declared_target(base) + "using " + base.record->getNameAsString() +
                              " = " + adapter_.target_name() + ";";
    for (clang::TagDecl const* each : base.record->redecls()) {
        bool const is_definition = each->isThisDeclarationADefinition();
        if (each->isImplicit() || (each->isEmbeddedInDeclarator() && !is_definition)) continue;
        bool const friendship = llvm::isa<CXXRecordDecl>(each->getLexicalDeclContext()) &&
                                each->getFriendObjectKind() != clang::Decl::FOK_None;
        std::optional<Range> range = declaration_range(unit_, *each);
        if (!range || friendship) continue;
        bool const declares_more = is_definition && each->isEmbeddedInDeclarator();
        if (declares_more) range = unit_.range(each->getSourceRange());
        plan_.replace(*range, declares_more ? alias + " " + adapter_.target_name() : alias);
        if (is_definition && !declares_more) declare_friends(base, range->end);
    }
}

/// `typedef struct { ... } Base;`
void ClassText::replace_unnamed_base(Base const& base) {
    clang::TypedefNameDecl const* const name = base.record->getTypedefNameForAnonDecl();
    if (!name) return;
    if (std::optional<Range> const range = declaration_range(unit_, *name))
        plan_.replace(*range, declared_target(base) + "using " + name->getNameAsString() + " = " +
                                  adapter_.target_name() + ";");
}

/// A target within a class cannot be declared before that class: its bases beside it do it.
std::string ClassText::declared_target(Base const& base) const {
    CXXRecordDecl const& target = hierarchy_.target();
    if (!target.getDeclContext()->isRecord()) return {};
    return access_line(target.getAccess()) + std::string(target.isStruct() ? "struct " : "class ") +
           target.getNameAsString() + ";\n" + access_line(base.record->getAccess());
}

void ClassText::befriend(Base const& base) {
    if (std::optional<rewrite::ClassPlaces> const places = class_places(unit_, *base.record)) {
        plan_.insert(places->open_brace + 1, " friend class " + adapter_.target_name() + "; ");
        declare_friends(base, places->whole.end);
    }
}

void ClassText::write_definitions(clang::DeclContext const& context) {
    for (clang::Decl const* each : context.decls()) {
        if (auto const* const inner = llvm::dyn_cast<clang::DeclContext>(each);
            inner && llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(each))
            write_definitions(*inner);
        auto const* const named = llvm::dyn_cast<clang::NamedDecl>(each);
        if (!named || !named->isOutOfLine()) continue;
        auto const* const owner = llvm::dyn_cast<CXXRecordDecl>(named->getDeclContext());
        Base const* const base = hierarchy_.find(owner);
        if (base && base->decision != BaseDecision::kept) write_definition(*named, *base);
    }
}

void ClassText::write_definition(clang::NamedDecl const& definition, Base const& base) {
    std::optional<Range> const range = declaration_range(unit_, definition);
    if (!range) return;
    bool const stays = base.decision == BaseDecision::copied;
    if (!moves(base, definition)) {
        if (!stays) plan_.remove(*range);
        return;
    }
    Moved text = moved_definition(definition, *range);
    if (range->begin < target_range_.end) {
        if (!stays) plan_.remove(*range);
        plan_.insert(target_range_.end, Fragment{std::string("\n"), std::move(text)});
        return;
    }
    Fragment placed = in_target_scope(definition.getLexicalDeclContext(), std::move(text));
    if (stays)
        plan_.insert(range->end, std::move(placed));
    else
        plan_.replace(*range, std::move(placed));
}

Moved ClassText::moved_definition(clang::NamedDecl const& definition, Range range) {
    auto edits = std::make_shared<rewrite::EditPlan>();
    adapter_.adapt_moved(range, {}, *edits);
    auto const* declarator = llvm::dyn_cast<clang::DeclaratorDecl>(&definition);
    if (auto const* const pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(&definition))
        declarator = pattern->getTemplatedDecl();
    if (declarator && declarator->getQualifierLoc()) {
        std::optional<uint32_t> const begin =
            unit_.offset(declarator->getQualifierLoc().getBeginLoc());
        std::optional<uint32_t> const name = unit_.offset(declarator->getLocation());
        if (begin && name)
            edits->replace(Range{*begin, *name}, hierarchy_.target().getNameAsString() + "::");
    }
    return {.range = range, .edits = std::move(edits)};
}

Fragment ClassText::in_target_scope(clang::DeclContext const* place, Moved text) const {
    clang::DeclContext const* const home = hierarchy_.target().getDeclContext();
    if (place->getPrimaryContext() == home->getPrimaryContext()) return {std::move(text)};
    Scope const here = scope_of(*place);
    Scope const there = scope_of(*home);
    return {here.close + " " + there.open, std::move(text), there.close + " " + here.open};
}

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Looks for members that their own constructors leave unset, and for value-initialisations.
#include "zeroing.hpp"

#include <collapse/lib/evaluation/default_constructor.hpp>
#include <collapse/lib/evaluation/evaluation.hpp>

#include <rewrite/syntax/syntax_visitor.hpp>

#include <algorithm>
#include <optional>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::CXXRecordDecl;
using clang::Expr;
using clang::FieldDecl;

namespace {

CXXRecordDecl const* class_of(FieldDecl const& field) {
    return field.getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
}

bool is_empty(FieldDecl const& field) {
    CXXRecordDecl const* const record = class_of(field);
    return field.isUnnamedBitField() || (record && record->isEmpty());
}

bool sets_all(CXXConstructorDecl const& constructor);
bool sets_all(Expr const& initialiser);

bool sets_all(clang::InitListExpr const& list) {
    CXXRecordDecl const* const record = list.getType()->getAsCXXRecordDecl();
    if (record && record->isUnion()) return false;
    return (!list.hasArrayFiller() || sets_all(*list.getArrayFiller())) &&
           std::ranges::all_of(list.inits(), [](Expr const* each) { return sets_all(*each); });
}

/// Whether no part of what the expression initialises stays unset, for sure.
bool sets_all(Expr const& initialiser) {
    Expr const* inner = initialiser.IgnoreParens();
    if (auto const* const in_class = llvm::dyn_cast<clang::CXXDefaultInitExpr>(inner)) {
        if (!in_class->getExpr()) return false;
        inner = in_class->getExpr()->IgnoreParens();
    }
    if (auto const* const full = llvm::dyn_cast<clang::FullExpr>(inner)) inner = full->getSubExpr();
    if (auto const* const bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner))
        inner = bound->getSubExpr();
    if (llvm::isa<clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr>(inner)) return true;
    if (auto const* const list = llvm::dyn_cast<clang::InitListExpr>(inner)) return sets_all(*list);
    if (auto const* const made = llvm::dyn_cast<clang::CXXConstructExpr>(inner))
        return made->requiresZeroInitialization() || sets_all(*made->getConstructor());
    clang::QualType const type = inner->getType();
    if (inner->isGLValue() || type->isScalarType() || llvm::isa<clang::StringLiteral>(inner))
        return true;
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    return record && is_of_system(*record);
}

bool sets_all(CXXConstructorDecl const& constructor) {
    bool const is_generated = !constructor.isUserProvided();
    if (is_of_system(constructor) || (is_generated && constructor.isCopyOrMoveConstructor()))
        return true;
    clang::FunctionDecl const* found = nullptr;
    if (!constructor.hasBody(found)) return false;
    auto const& definition = *llvm::cast<CXXConstructorDecl>(found);
    std::set<clang::ValueDecl const*> set;
    for (clang::CXXCtorInitializer const* each : definition.inits()) {
        if (!sets_all(*each->getInit())) return false;
        if (each->isAnyMemberInitializer()) set.insert(each->getAnyMember());
    }
    if (definition.isDelegatingConstructor()) return true;
    return std::ranges::all_of(definition.getParent()->fields(), [&](FieldDecl const* field) {
        return is_empty(*field) || set.contains(field);
    });
}

/// Whether a default constructor that leaves nothing unset makes objects of the class.
bool is_set_by_default(CXXRecordDecl const& record) {
    CXXConstructorDecl const* const made = default_constructor(record);
    if (!made) return record.needsImplicitDefaultConstructor() && is_of_system(record);
    return sets_all(*made);
}

/// Whether the member is not zeroed, and what initialises it may leave something of it out.
bool may_stay_unset(FieldDecl const& field, InitialiserWalk const& walk) {
    if (is_empty(field)) return false;
    if (field.isAnonymousStructOrUnion()) return true;
    for (ConstructionStep const& step : walk.steps()) {
        if (step.member != &field) continue;
        if (!step.copied.empty()) return false;
        bool const is_zeroed = step.text.empty() && is_zeroed_by_default(field);
        if (is_zeroed) return false;
        if (auto const* const by = llvm::dyn_cast_or_null<Expr>(step.code)) return !sets_all(*by);
    }
    if (is_zeroed_by_default(field)) return false;
    CXXRecordDecl const* const type = class_of(field);
    return !type || !is_set_by_default(*type);
}

FieldDecl const* unset_field(CXXRecordDecl const& record, InitialiserWalk const& walk) {
    for (FieldDecl const* each : record.fields())
        if (may_stay_unset(*each, walk)) return each;
    return nullptr;
}

/// Whether a kept base stays unset: its own default constructor makes it.
bool may_stay_unset(ConstructionStep const& step) {
    if (!step.kept_base) return false;
    CXXConstructorDecl const* const made = default_constructor(*step.kept_base);
    auto const* const by = llvm::dyn_cast_or_null<Expr>(step.code);
    return by ? !sets_all(*by) : made && made->isUserProvided() && !sets_all(*made);
}

/// Where something is declared of which a part may stay unset.
std::optional<rewrite::Place> unset_place(MergeContext const& context,
                                          InitialiserWalk const& walk) {
    for (CXXRecordDecl const* each : context.hierarchy.construction_order()) {
        Base const* const base = context.hierarchy.find(each);
        if ((base && base->decision == BaseDecision::kept) || !walk.zeroed().contains(each))
            continue;
        if (FieldDecl const* const field = unset_field(*each, walk))
            return context.unit.place(field->getLocation());
    }
    auto const unset = std::ranges::find_if(
        walk.steps(), [](ConstructionStep const& step) { return may_stay_unset(step); });
    return unset == walk.steps().end() ? std::nullopt : std::optional(unset->place);
}

/// Finds what zeroes objects of a class, in instances of templates, too.
class ZeroingFinder : public rewrite::SyntaxVisitor {
public:
    explicit ZeroingFinder(CXXRecordDecl const& target) : target_(target) {}

    clang::SourceLocation found;

    bool shouldVisitImplicitCode() const override { return true; }
    bool shouldVisitTemplateInstantiations() const override { return true; }

    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        if (!made->requiresZeroInitialization() || !holds_target(made->getType())) return true;
        found = made->getBeginLoc();
        return false;
    }

    bool VisitInitListExpr(clang::InitListExpr* list) override {
        return !list->hasArrayFiller() || TraverseStmt(list->getArrayFiller());
    }

private:
    bool holds_target(clang::QualType type) const {
        CXXRecordDecl const* const record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
        if (!record || !record->hasDefinition()) return false;
        CXXRecordDecl const& definition = *record->getDefinition();
        return &definition == &target_ ||
               std::ranges::any_of(
                   definition.fields(),
                   [&](FieldDecl const* field) { return holds_target(field->getType()); }) ||
               std::ranges::any_of(definition.bases(), [&](clang::CXXBaseSpecifier const& base) {
                   return holds_target(base.getType());
               });
    }

    CXXRecordDecl const& target_;
};

} // namespace

bool is_zeroed_by_default(FieldDecl const& field) {
    if (field.isUnnamedBitField() || field.hasInClassInitializer()) return false;
    if (field.isAnonymousStructOrUnion() || field.getType()->isReferenceType()) return false;
    if (field.getType()->isIncompleteArrayType()) return false;
    CXXRecordDecl const* const type = class_of(field);
    if (!type) return true;
    CXXConstructorDecl const* const constructor = default_constructor(*type);
    return !type->isEmpty() && !(constructor && constructor->isUserProvided());
}

void check_zeroing(MergeContext const& context, InitialiserWalk const& walk) {
    std::optional<rewrite::Place> const unset = unset_place(context, walk);
    if (!unset) return;
    ZeroingFinder finder(context.hierarchy.target());
    finder.TraverseDecl(context.unit.context().getTranslationUnitDecl());
    if (finder.found.isInvalid()) return;
    context.diagnostics.refuse(
        "C0412", context.unit.place(finder.found),
        "this zeroes an object of `" + context.hierarchy.target().getQualifiedNameAsString() +
            "`, of which the member at " + unset->file + ":" + std::to_string(unset->line) +
            " would stay unset: the class needs a default constructor of its own now",
        "initialise all members in that member's class");
}

void check_zeroed_bases(MergeContext const& context, InitialiserWalk const& walk) {
    for (CXXRecordDecl const* each : walk.zeroed()) {
        FieldDecl const* const field =
            context.hierarchy.is_flattened(each) ? unset_field(*each, walk) : nullptr;
        if (field)
            context.diagnostics.refuse("C0412", context.unit.place(field->getLocation()),
                                       "a constructor of `" +
                                           context.hierarchy.target().getQualifiedNameAsString() +
                                           "` zeroes `" + each->getQualifiedNameAsString() +
                                           "`, of which this would stay unset",
                                       "initialise all members in that member's class");
    }
}

} // namespace collapse

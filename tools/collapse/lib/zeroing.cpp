// SPDX-License-Identifier: BSD-2-Clause
// Looks for members that their own constructors leave unset, and for value-initialisations.
#include "zeroing.hpp"

#include "default_constructor.hpp"
#include "evaluation.hpp"

#include <rewrite/lib/clang.hpp>

#include <algorithm>

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

/// Whether no part of what the expression initialises stays unset.
bool sets_all(Expr const& initialiser) {
    Expr const* inner = initialiser.IgnoreParens();
    if (auto const* const in_class = llvm::dyn_cast<clang::CXXDefaultInitExpr>(inner))
        inner = in_class->getExpr()->IgnoreParens();
    if (auto const* const full = llvm::dyn_cast<clang::FullExpr>(inner)) inner = full->getSubExpr();
    if (auto const* const bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner))
        inner = bound->getSubExpr();
    auto const* const made = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
    return !made || made->requiresZeroInitialization() || sets_all(*made->getConstructor());
}

bool sets_all(CXXConstructorDecl const& constructor) {
    if (is_of_system(constructor) || constructor.isCopyOrMoveConstructor()) return true;
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

bool may_leave_unset(ConstructionStep const& step) {
    if (step.code) {
        auto const* const by = llvm::dyn_cast<Expr>(step.code);
        auto const* const field = llvm::dyn_cast_or_null<FieldDecl>(step.member);
        bool const is_zeroed = field && step.text.empty() && is_zeroed_by_default(*field);
        return by && !is_zeroed && !sets_all(*by);
    }
    CXXRecordDecl const* record = step.kept_base;
    if (auto const* const field = llvm::dyn_cast_or_null<FieldDecl>(step.member)) {
        if (field->isAnonymousStructOrUnion()) return true;
        record = class_of(*field);
    }
    CXXConstructorDecl const* const made = record ? default_constructor(*record) : nullptr;
    return made && made->isUserProvided() && !sets_all(*made);
}

/// Finds what zeroes objects of a class, in instances of templates, too.
class ZeroingFinder : public clang::RecursiveASTVisitor<ZeroingFinder> {
public:
    explicit ZeroingFinder(CXXRecordDecl const& target) : target_(target) {}

    clang::SourceLocation found;

    bool shouldVisitImplicitCode() const { return true; }
    bool shouldVisitTemplateInstantiations() const { return true; }

    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) {
        if (!made->requiresZeroInitialization() || !holds_target(made->getType())) return true;
        found = made->getBeginLoc();
        return false;
    }

    bool VisitInitListExpr(clang::InitListExpr* list) {
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

void check_zeroing(MergeContext const& context, std::vector<ConstructionStep> const& steps) {
    auto const unset = std::ranges::find_if(steps, may_leave_unset);
    if (unset == steps.end()) return;
    ZeroingFinder finder(context.hierarchy.target());
    finder.TraverseDecl(context.unit.context().getTranslationUnitDecl());
    if (finder.found.isInvalid()) return;
    context.diagnostics.refuse(
        "C0412", context.unit.place(finder.found),
        "this zeroes an object of `" + context.hierarchy.target().getQualifiedNameAsString() +
            "`, of which the member at " + unset->place.file + ":" +
            std::to_string(unset->place.line) +
            " would stay unset: the class needs a default constructor of its own now",
        "initialise all members in that member's class");
}

} // namespace collapse

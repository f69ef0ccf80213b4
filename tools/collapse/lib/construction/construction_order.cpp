// SPDX-License-Identifier: BSD-2-Clause
// Initialisers that do not call the bodies before them run before all bodies in a flat class, all
// destructor bodies before the destruction of all members; here is what must not be able to tell.
#include "construction_order.hpp"

#include "construction_failures.hpp"
#include <collapse/lib/evaluation/default_constructor.hpp>
#include <collapse/lib/evaluation/destruction.hpp>
#include <collapse/lib/evaluation/throwing.hpp>

#include <rewrite/syntax/syntax_visitor.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::CXXDestructorDecl;
using clang::CXXRecordDecl;

namespace {

class ReturnFinder : public rewrite::SyntaxVisitor {
public:
    clang::ReturnStmt const* found = nullptr;
    bool TraverseLambdaExpr(clang::LambdaExpr*) override { return true; }
    bool VisitReturnStmt(clang::ReturnStmt* statement) override {
        found = statement;
        return false;
    }
};

void check_bodies(MergeContext const& context, std::vector<ConstructionStep> const& steps) {
    for (size_t body = 0; body < steps.size(); ++body) {
        if (!steps[body].body && !steps[body].kept_base) continue;
        bool const is_kept = steps[body].kept_base != nullptr;
        size_t const first = is_kept ? 0 : body + 1;
        size_t const last = is_kept ? body : steps[body].placed_at.value_or(steps.size());
        for (size_t other = first; other < last; ++other) {
            if (steps[other].kept_base || steps[other].stability == Stability::stable) continue;
            if (!is_kept && steps[other].body) continue;
            std::string const of = steps[body].stage->getQualifiedNameAsString();
            context.diagnostics.refuse(
                "C0407", steps[other].place,
                is_kept ? "this would run after the constructor of the base `" + of + "`"
                        : "this initialiser would run before the body of the constructor of `" +
                              of + "`",
                "initialise by literals and parameters, or move the effect into the body");
        }
    }
}

bool has_statements(clang::FunctionDecl const& definition) {
    auto const* const body = llvm::dyn_cast_or_null<clang::CompoundStmt>(definition.getBody());
    return !body || !body->body_empty();
}

CXXDestructorDecl const* definition_of_destructor(CXXRecordDecl const& record) {
    CXXDestructorDecl const* const destructor = record.getDestructor();
    clang::FunctionDecl const* definition = nullptr;
    if (!destructor || !destructor->isUserProvided() || !destructor->hasBody(definition))
        return nullptr;
    return llvm::cast<CXXDestructorDecl>(definition);
}

bool is_destroyed_here(CXXRecordDecl const& record) {
    CXXDestructorDecl const* const destructor = record.getDestructor();
    return destructor && (destructor->isUsed() || destructor->hasBody());
}

bool has_default_construction(CXXRecordDecl const& record) {
    CXXConstructorDecl const* const constructor = declared_default_constructor(record);
    if (constructor) return !constructor->isDeleted();
    if (!record.needsImplicitDefaultConstructor()) return false;
    bool const members = std::ranges::all_of(record.fields(), [](clang::FieldDecl const* field) {
        if (field->hasInClassInitializer() || field->isUnnamedBitField()) return true;
        if (field->getType()->isReferenceType()) return false;
        CXXRecordDecl const* const type =
            field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
        if (type) return type->isUnion() || has_default_construction(*type->getDefinition());
        return !field->getType().isConstQualified();
    });
    return members && std::ranges::all_of(record.bases(), [](clang::CXXBaseSpecifier const& base) {
               return has_default_construction(
                   *base.getType()->getAsCXXRecordDecl()->getDefinition());
           });
}

} // namespace

void check_order_of_construction(MergeContext const& context, InitialiserWalk const& walk,
                                 CXXConstructorDecl const* of_target) {
    check_bodies(context, walk.steps());
    check_failures(context, walk, of_target);
}

bool runs_on_destruction(CXXRecordDecl const& record) {
    CXXDestructorDecl const* const destructor = record.getDestructor();
    clang::FunctionDecl const* definition = nullptr;
    return destructor && destructor->isUserProvided() &&
           (!destructor->hasBody(definition) || has_statements(*definition));
}

void check_order_of_destruction(MergeContext const& context) {
    auto const order = context.hierarchy.construction_order();
    auto const running = destructors_with_bodies(context);
    for (CXXDestructorDecl const* destructor : running) {
        auto later = std::ranges::find(order, destructor->getParent()->getDefinition());
        if (later == order.end()) continue;
        for (++later; later != order.end(); ++later)
            for (clang::FieldDecl const* field : (*later)->fields())
                if (!destruction_is_unobservable(field->getType()))
                    context.diagnostics.refuse(
                        "C0409", context.unit.place(field->getLocation()),
                        "`" + field->getQualifiedNameAsString() +
                            "` would be destroyed after the body of the destructor of `" +
                            destructor->getParent()->getQualifiedNameAsString() + "`",
                        "reset it in the destructor of its own class");
    }
    CXXDestructorDecl const* const own = definition_of_destructor(context.hierarchy.target());
    check_failing_destructors(context, running);
    if (running.empty() || !own || own->isExplicitlyDefaulted()) return;
    ReturnFinder returns;
    returns.TraverseStmt(own->getBody());
    bool const is_plain = llvm::isa<clang::CompoundStmt>(own->getBody());
    if (returns.found || !is_plain)
        context.diagnostics.refuse(
            "C0410",
            context.unit.place(returns.found ? returns.found->getBeginLoc() : own->getLocation()),
            "the destructor may leave before its end, where those of bases would be called",
            "let it run to its end");
}

std::vector<CXXDestructorDecl const*> destructors_with_bodies(MergeContext const& context) {
    std::vector<CXXDestructorDecl const*> result;
    auto order = context.hierarchy.construction_order();
    std::ranges::reverse(order);
    for (CXXRecordDecl const* record : order) {
        CXXDestructorDecl const* const declared = record->getDestructor();
        if (!context.hierarchy.is_flattened(record) || !declared || !declared->isUserProvided())
            continue;
        CXXDestructorDecl const* const definition = definition_of_destructor(*record);
        if (!definition) {
            if (is_destroyed_here(context.hierarchy.target()))
                context.diagnostics.refuse("C0405", context.unit.place(declared->getLocation()),
                                           "this unit does not see the definition of `" +
                                               declared->getQualifiedNameAsString() + "`",
                                           "include the file that defines it, or define it in the "
                                           "class");
            continue;
        }
        if (!llvm::isa<clang::CompoundStmt>(definition->getBody()))
            context.diagnostics.refuse("C0406", context.unit.place(definition->getLocation()),
                                       "a destructor with a function-try-block cannot be merged",
                                       "catch within the body");
        else if (has_statements(*definition))
            result.push_back(definition);
    }
    return result;
}

bool has_hidden_destructor(Hierarchy const& hierarchy) {
    return std::ranges::any_of(hierarchy.bases(), [&](Base const& base) {
        CXXDestructorDecl const* const destructor = base.record->getDestructor();
        return hierarchy.is_flattened(base.record) && destructor && destructor->isUserProvided() &&
               !destructor->hasBody();
    });
}

bool has_failing_destructor(Hierarchy const& hierarchy) {
    return std::ranges::any_of(hierarchy.bases(), [](Base const& base) {
        CXXDestructorDecl const* const destructor = base.record->getDestructor();
        if (!destructor) return false;
        auto const* const type = destructor->getType()->castAs<clang::FunctionProtoType>();
        return type->getExceptionSpecType() == clang::EST_NoexceptFalse;
    });
}

bool can_be_default_constructed(Hierarchy const& hierarchy) {
    return has_default_construction(hierarchy.target());
}

bool default_construction_is_visible(Hierarchy const& hierarchy) {
    return std::ranges::all_of(hierarchy.bases(), [&](Base const& base) {
        CXXConstructorDecl const* const constructor = declared_default_constructor(*base.record);
        return !constructor || !constructor->isUserProvided() || constructor->hasBody();
    });
}

} // namespace collapse

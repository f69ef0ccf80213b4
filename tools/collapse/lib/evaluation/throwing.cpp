// SPDX-License-Identifier: BSD-2-Clause
// Follows calls as far as the unit shows them.
#include "throwing.hpp"

#include "constant_code.hpp"
#include "default_constructor.hpp"
#include "evaluation.hpp"

#include <rewrite/syntax/syntax_visitor.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::CXXRecordDecl;
using clang::Expr;
using clang::FunctionDecl;
using clang::ParmVarDecl;
using clang::Stmt;

namespace {

class ThrowFinder : public rewrite::SyntaxVisitor {
public:
    explicit ThrowFinder(Hierarchy const& hierarchy) : hierarchy_(hierarchy) {}

    bool found = false;

    bool shouldVisitImplicitCode() const override { return true; }

    /// What gets the lambda may call it.
    bool TraverseLambdaExpr(clang::LambdaExpr* lambda) override {
        return std::ranges::all_of(lambda->capture_inits(),
                                   [&](Expr* each) { return TraverseStmt(each); }) &&
               TraverseStmt(lambda->getBody());
    }

    bool VisitCXXThrowExpr(clang::CXXThrowExpr*) override { return fail(); }
    bool VisitCXXTypeidExpr(clang::CXXTypeidExpr* query) override {
        return !query->isPotentiallyEvaluated() || fail();
    }
    bool VisitCXXDynamicCastExpr(clang::CXXDynamicCastExpr* cast) override {
        return !cast->isGLValue() || fail();
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        auto const* const variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
        return !variable || !is_made_on_use(*variable) || fail();
    }
    bool VisitBindingDecl(clang::BindingDecl* binding) override {
        clang::VarDecl* const variable = binding->getHoldingVar();
        return !variable || !variable->getInit() || TraverseStmt(variable->getInit());
    }
    bool VisitCXXNewExpr(clang::CXXNewExpr* made) override {
        return !made->getOperatorNew() || enter(*made->getOperatorNew());
    }
    bool VisitInitListExpr(clang::InitListExpr* list) override {
        return !list->hasArrayFiller() || TraverseStmt(list->getArrayFiller());
    }
    bool VisitCXXInheritedCtorInitExpr(clang::CXXInheritedCtorInitExpr* made) override {
        return enter(*made->getConstructor());
    }
    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        return enter(*made->getConstructor());
    }

    bool VisitCallExpr(clang::CallExpr* call) override {
        FunctionDecl const* const function = call->getDirectCallee();
        if (!function) return fail();
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
        auto const* const name =
            llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
        bool const dispatches = method && method->isVirtual() && !(name && name->hasQualifier());
        return dispatches ? enter_all(*method) : enter(*function);
    }

    /// All functions that the call may run.
    bool enter_all(clang::CXXMethodDecl const& method) {
        if (!hierarchy_.contains(method.getParent())) return is_nothrow(method) || fail();
        std::vector<clang::CXXRecordDecl const*> const stages = hierarchy_.construction_order();
        return std::ranges::all_of(stages, [&](clang::CXXRecordDecl const* stage) {
            bool const has_it = stage == method.getParent()->getDefinition() ||
                                stage->isDerivedFrom(method.getParent()->getDefinition());
            if (!has_it) return true;
            clang::CXXMethodDecl const& runs = *hierarchy_.overrider_during(method, *stage);
            return runs.isPureVirtual() || enter(runs);
        });
    }

    bool enter(FunctionDecl const& function) {
        bool const harmless = function.isTrivial() || is_harmless_builtin(function) ||
                              is_of_c_library(function) || is_nothrow(function);
        if (harmless || !seen_.insert(function.getCanonicalDecl()).second) return true;
        auto const* const made = llvm::dyn_cast<CXXConstructorDecl>(&function);
        FunctionDecl const* definition = nullptr;
        if (!function.hasBody(definition) || !definition->getBody())
            return made && !made->isUserProvided() ? enter_generated(*made) : fail();
        if (made)
            for (auto const* each : llvm::cast<CXXConstructorDecl>(definition)->inits())
                if (!TraverseStmt(each->getInit())) return false;
        return TraverseStmt(definition->getBody());
    }

    /// By the default constructor.
    bool construct(clang::QualType type) {
        CXXRecordDecl const* const record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
        if (!record || !record->hasDefinition()) return true;
        CXXConstructorDecl const* const made = default_constructor(*record->getDefinition());
        if (!made) return construct_parts(*record->getDefinition());
        for (ParmVarDecl const* each : made->parameters()) {
            if (!each->hasDefaultArg()) continue;
            if (each->hasUninstantiatedDefaultArg() || each->hasUnparsedDefaultArg()) return fail();
            if (!TraverseStmt(const_cast<Expr*>(each->getDefaultArg()))) return false;
        }
        return enter(*made);
    }

    /// By the move constructor if there is one and `moves`, else by the copy constructor.
    bool copy(clang::QualType type, bool moves) {
        CXXRecordDecl const* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
        if (!record || !record->hasDefinition() ||
            type.isTriviallyCopyableType(record->getASTContext()))
            return true;
        record = record->getDefinition();
        if (moves) {
            for (CXXConstructorDecl const* each : record->ctors())
                if (each->isMoveConstructor() && !each->isDeleted()) return enter(*each);
            if (record->needsImplicitMoveConstructor() &&
                !record->defaultedMoveConstructorIsDeleted())
                return copy_parts(*record, true);
            if (has_constructor_template(*record)) return fail(); // it may be the better match
        }
        if (record->needsImplicitCopyConstructor()) return copy_parts(*record, false);
        return std::ranges::all_of(record->ctors(), [&](CXXConstructorDecl const* each) {
            return !each->isCopyConstructor() || each->isDeleted() || enter(*each);
        });
    }

private:
    /// As a default constructor does that the compiler makes.
    bool construct_parts(CXXRecordDecl const& record) {
        for (clang::CXXBaseSpecifier const& base : record.bases())
            if (!construct(base.getType())) return false;
        return std::ranges::all_of(record.fields(), [&](clang::FieldDecl const* field) {
            if (!field->hasInClassInitializer())
                return record.isUnion() || construct(field->getType());
            Expr* const by = field->getInClassInitializer();
            return by ? TraverseStmt(by) : fail();
        });
    }

    /// As a copy or move constructor does that the compiler makes.
    bool copy_parts(CXXRecordDecl const& record, bool moves) {
        auto const copied = [&](auto const& part) { return copy(part.getType(), moves); };
        return std::ranges::all_of(record.bases(), copied) &&
               (record.isUnion() ||
                std::ranges::all_of(record.fields(),
                                    [&](clang::FieldDecl const* field) { return copied(*field); }));
    }

    bool enter_generated(CXXConstructorDecl const& made) {
        if (made.isDefaultConstructor()) return construct_parts(*made.getParent());
        if (!made.isCopyOrMoveConstructor()) return fail();
        return copy_parts(*made.getParent(), made.isMoveConstructor());
    }

    static bool has_constructor_template(CXXRecordDecl const& record) {
        return std::ranges::any_of(record.decls(), [](clang::Decl const* each) {
            auto const* const form = llvm::dyn_cast<clang::FunctionTemplateDecl>(each);
            return form && llvm::isa<CXXConstructorDecl>(form->getTemplatedDecl());
        });
    }

    bool fail() { return !(found = true); }

    static bool is_harmless_builtin(FunctionDecl const& function) {
        unsigned const builtin = function.getBuiltinID();
        return builtin != 0 && builtin != clang::Builtin::BI__builtin_operator_new;
    }

    /// Functions that take others call them.
    static bool is_of_c_library(FunctionDecl const& function) {
        return function.isExternC() && is_of_system(function) &&
               std::ranges::none_of(function.parameters(), [](ParmVarDecl const* parameter) {
                   return parameter->getType()->isFunctionPointerType();
               });
    }

    Hierarchy const& hierarchy_;
    std::set<FunctionDecl const*> seen_;
};

} // namespace

bool is_nothrow(clang::FunctionDecl const& function) {
    auto const* const type = function.getType()->getAs<clang::FunctionProtoType>();
    return type && !clang::isUnresolvedExceptionSpec(type->getExceptionSpecType()) &&
           type->isNothrow();
}

bool may_throw(Stmt const& code, Hierarchy const& hierarchy) {
    ThrowFinder finder(hierarchy);
    finder.TraverseStmt(const_cast<Stmt*>(&code));
    return finder.found;
}

bool default_construction_may_throw(clang::QualType type, Hierarchy const& hierarchy) {
    return !ThrowFinder(hierarchy).construct(type);
}

bool copy_may_throw(clang::QualType type, bool moves, Hierarchy const& hierarchy) {
    return !ThrowFinder(hierarchy).copy(type, moves);
}

} // namespace collapse

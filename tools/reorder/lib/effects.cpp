// SPDX-License-Identifier: BSD-2-Clause
// Walks over expressions; functions whose bodies are known and harmless count for their arguments
// alone. Classes of the standard library that own memory are harmless if what they hold is.
#include "effects.hpp"

#include <rewrite/syntax/syntax_visitor.hpp>

#include <clang/Basic/Builtins.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace reorder {

using clang::CXXRecordDecl;
using clang::Expr;
using clang::FieldDecl;
using clang::FunctionDecl;
using clang::QualType;
using clang::VarDecl;
using llvm::dyn_cast;
using llvm::isa;

void Effects::add(Effects const& other) {
    acts |= other.acts;
    reads_memory |= other.reads_memory;
    passes_object |= other.passes_object;
    fields.insert(other.fields.begin(), other.fields.end());
    reads.insert(other.reads.begin(), other.reads.end());
    writes.insert(other.writes.begin(), other.writes.end());
}

namespace {

/// Of the namespace `std`; allocation is no effect that a program may count on.
constexpr std::array quiet_classes{std::string_view{"basic_string"},
                                   std::string_view{"vector"},
                                   std::string_view{"deque"},
                                   std::string_view{"list"},
                                   std::string_view{"forward_list"},
                                   std::string_view{"map"},
                                   std::string_view{"set"},
                                   std::string_view{"multimap"},
                                   std::string_view{"multiset"},
                                   std::string_view{"unordered_map"},
                                   std::string_view{"unordered_set"},
                                   std::string_view{"array"},
                                   std::string_view{"pair"},
                                   std::string_view{"tuple"},
                                   std::string_view{"optional"},
                                   std::string_view{"variant"},
                                   std::string_view{"unique_ptr"},
                                   std::string_view{"allocator"},
                                   std::string_view{"default_delete"},
                                   std::string_view{"less"},
                                   std::string_view{"hash"},
                                   std::string_view{"equal_to"},
                                   std::string_view{"char_traits"},
                                   std::string_view{"basic_string_view"},
                                   std::string_view{"span"},
                                   std::string_view{"atomic"},
                                   std::string_view{"mutex"},
                                   std::string_view{"initializer_list"},
                                   std::string_view{"chrono"},
                                   std::string_view{"bitset"}};

bool is_quiet_class_of_library(CXXRecordDecl const& record);

/// The object that a chain of member accesses begins with.
Expr const& object_of(Expr const& expression) {
    Expr const* inner = expression.IgnoreParenImpCasts();
    for (;;) {
        auto const* const member = dyn_cast<clang::MemberExpr>(inner);
        auto const* const element = dyn_cast<clang::ArraySubscriptExpr>(inner);
        if (member && !member->isArrow())
            inner = member->getBase()->IgnoreParenImpCasts();
        else if (element && element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
            inner = element->getBase()->IgnoreParenImpCasts();
        else
            return *inner;
    }
}

bool is_own_member(Expr const& expression) {
    auto const* const member = dyn_cast<clang::MemberExpr>(&object_of(expression));
    return member && isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
}

VarDecl const* variable_of(Expr const& expression) {
    auto const* const name = dyn_cast<clang::DeclRefExpr>(&object_of(expression));
    return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
}

/// Whether a function's code touches nothing but its own object and variables.
class Quietness : public rewrite::SyntaxVisitor {
public:
    explicit Quietness(std::set<FunctionDecl const*>& seen) : seen_(seen) {}

    bool of(FunctionDecl const& function) {
        if (function.isTrivial() || function.isDeleted()) return true;
        if (function.getBuiltinID() != 0)
            return function.getASTContext().BuiltinInfo.isConst(function.getBuiltinID()) ||
                   function.getBuiltinID() == clang::Builtin::BImove ||
                   function.getBuiltinID() == clang::Builtin::BIforward;
        if (auto const* const method = dyn_cast<clang::CXXMethodDecl>(&function)) {
            if (method->isVirtual() && !isa<clang::CXXDestructorDecl>(method)) return false;
            if (is_quiet_class_of_library(*method->getParent())) return true;
            bool const is_special = method->isImplicit() || method->isDefaulted();
            if (is_special) return has_quiet_parts(*method->getParent());
        }
        FunctionDecl const* definition = nullptr;
        if (!function.hasBody(definition)) return false;
        if (!seen_.insert(definition->getCanonicalDecl()).second) return true;
        if (auto const* const made = dyn_cast<clang::CXXConstructorDecl>(definition))
            for (clang::CXXCtorInitializer const* each : made->inits())
                if (each->getInit() && !TraverseStmt(each->getInit())) return false;
        if (auto const* const ended = dyn_cast<clang::CXXDestructorDecl>(definition))
            if (!has_quiet_parts(*ended->getParent())) return false;
        return TraverseStmt(definition->getBody());
    }

    bool VisitCallExpr(clang::CallExpr* call) override {
        FunctionDecl const* const called = call->getDirectCallee();
        return called && Quietness(seen_).of(*called);
    }
    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        return Quietness(seen_).of(*made->getConstructor());
    }
    bool VisitBinaryOperator(clang::BinaryOperator* operation) override {
        return !operation->isAssignmentOp() || is_own(*operation->getLHS());
    }
    bool VisitUnaryOperator(clang::UnaryOperator* operation) override {
        return !operation->isIncrementDecrementOp() || is_own(*operation->getSubExpr());
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        auto const* const variable = dyn_cast<VarDecl>(name->getDecl());
        return !variable || variable->hasLocalStorage() || variable->isConstexpr() ||
               variable->getType().isConstQualified();
    }
    bool VisitCXXNewExpr(clang::CXXNewExpr*) override { return false; }
    bool VisitCXXDeleteExpr(clang::CXXDeleteExpr*) override { return false; }
    bool VisitCXXThrowExpr(clang::CXXThrowExpr*) override { return false; }
    bool VisitAsmStmt(clang::AsmStmt*) override { return false; }
    bool VisitAtomicExpr(clang::AtomicExpr*) override { return false; }
    bool VisitLambdaExpr(clang::LambdaExpr*) override { return true; }

private:
    static bool is_own(Expr const& target) {
        VarDecl const* const variable = variable_of(target);
        bool const is_local =
            variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType();
        return is_local || is_own_member(target);
    }

    static bool has_quiet_parts(CXXRecordDecl const& record) {
        return std::ranges::all_of(record.fields(),
                                   [](auto* each) { return is_quiet(each->getType()); }) &&
               std::ranges::all_of(record.bases(),
                                   [](auto& each) { return is_quiet(each.getType()); });
    }

    std::set<FunctionDecl const*>& seen_;
};

bool is_quiet_class_of_library(CXXRecordDecl const& record) {
    if (!record.isInStdNamespace() || !record.getIdentifier()) return false;
    std::string_view const name = record.getName();
    if (std::ranges::find(quiet_classes, name) == quiet_classes.end()) return false;
    auto const* const special = dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    if (!special) return true;
    auto const is_harmless = [](clang::TemplateArgument const& each) {
        return each.getKind() != clang::TemplateArgument::Type || is_quiet(each.getAsType());
    };
    for (clang::TemplateArgument const& each : special->getTemplateArgs().asArray()) {
        if (each.getKind() == clang::TemplateArgument::Pack) {
            if (!std::ranges::all_of(each.pack_elements(), is_harmless)) return false;
        } else if (!is_harmless(each)) {
            return false;
        }
    }
    return true;
}

/// Collects what an expression does, calls of quiet functions left out.
class Collector : public rewrite::SyntaxVisitor {
public:
    Effects effects;

    bool shouldVisitImplicitCode() const override { return true; }

    bool VisitMemberExpr(clang::MemberExpr* member) override {
        auto const* const field = dyn_cast<FieldDecl>(member->getMemberDecl());
        if (!field) return true;
        bool const is_own = isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
        if (is_own) effects.fields.insert(field);
        if (member->isArrow() && !is_own) effects.reads_memory = true;
        return true;
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        auto const* const variable = dyn_cast<VarDecl>(name->getDecl());
        if (!variable) return true;
        bool const is_constant =
            variable->isConstexpr() ||
            (variable->getType().isConstQualified() && !variable->hasLocalStorage());
        if (variable->hasLocalStorage())
            effects.reads.insert(variable);
        else if (!is_constant)
            effects.reads_memory = true;
        if (variable->getType()->isReferenceType()) effects.reads_memory = true;
        return true;
    }
    bool VisitCallExpr(clang::CallExpr* call) override {
        FunctionDecl const* const called = call->getDirectCallee();
        note_call(called && is_quiet(*called), {call->getArgs(), call->getNumArgs()});
        auto const* const member = dyn_cast<clang::CXXMemberCallExpr>(call);
        if (member &&
            isa<clang::CXXThisExpr>(member->getImplicitObjectArgument()->IgnoreParenImpCasts()))
            effects.passes_object = true;
        return true;
    }
    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        note_call(is_quiet(*made->getConstructor()), {made->getArgs(), made->getNumArgs()});
        if (clang::CXXDestructorDecl const* const ended =
                made->getType()->getAsCXXRecordDecl()->getDestructor())
            effects.acts |= !is_quiet(*ended);
        return true;
    }
    bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr* used) override {
        return !used->getExpr() || TraverseStmt(used->getExpr());
    }
    bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr* used) override {
        return TraverseStmt(used->getExpr());
    }
    bool VisitBinaryOperator(clang::BinaryOperator* operation) override {
        if (operation->isAssignmentOp()) note_store(*operation->getLHS());
        return true;
    }
    bool VisitUnaryOperator(clang::UnaryOperator* operation) override {
        if (operation->isIncrementDecrementOp()) note_store(*operation->getSubExpr());
        if (operation->getOpcode() == clang::UO_Deref) effects.reads_memory = true;
        return true;
    }
    bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr*) override {
        effects.reads_memory = true;
        return true;
    }
    bool VisitCXXNewExpr(clang::CXXNewExpr*) override { return act(); }
    bool VisitCXXDeleteExpr(clang::CXXDeleteExpr*) override { return act(); }
    bool VisitCXXThrowExpr(clang::CXXThrowExpr*) override { return act(); }
    bool VisitStmtExpr(clang::StmtExpr*) override { return act(); }
    bool VisitAtomicExpr(clang::AtomicExpr*) override { return act(); }
    bool VisitVAArgExpr(clang::VAArgExpr*) override { return act(); }
    bool VisitCoawaitExpr(clang::CoawaitExpr*) override { return act(); }
    bool VisitCXXDynamicCastExpr(clang::CXXDynamicCastExpr*) override { return act(); }
    bool TraverseLambdaExpr(clang::LambdaExpr* lambda) override {
        for (Expr* each : lambda->capture_inits())
            if (each && !TraverseStmt(each)) return false;
        return true;
    }
    bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*) override {
        return true;
    }

private:
    bool act() {
        effects.acts = true;
        return true;
    }

    void note_call(bool is_harmless, llvm::ArrayRef<Expr const*> arguments) {
        effects.acts |= !is_harmless;
        for (Expr const* each : arguments) {
            if (!each) continue;
            if (passes_this(*each)) effects.passes_object = true;
            QualType const type = each->getType();
            bool const by_address = each->isGLValue() || type->isPointerType();
            if (by_address) effects.reads_memory = true;
            VarDecl const* const variable = variable_of(*each->IgnoreParenCasts());
            if (each->isGLValue() && !type.isConstQualified() && variable)
                effects.writes.insert(variable);
        }
    }

    static bool passes_this(clang::Stmt const& code) {
        if (isa<clang::CXXThisExpr>(code)) return true;
        if (isa<clang::MemberExpr, clang::CallExpr>(code)) return false; // These are noted.
        return std::ranges::any_of(
            code.children(), [](clang::Stmt const* each) { return each && passes_this(*each); });
    }

    void note_store(Expr const& target) {
        VarDecl const* const variable = variable_of(target);
        if (variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType())
            effects.writes.insert(variable);
        else if (!is_own_member(target))
            effects.acts = true;
    }
};

bool meet(std::set<VarDecl const*> const& one, std::set<VarDecl const*> const& other) {
    return std::ranges::any_of(one, [&](auto* each) { return other.contains(each); });
}

} // namespace

Effects effects_of(Expr const& expression) {
    Collector collector;
    collector.TraverseStmt(const_cast<Expr*>(&expression));
    return std::move(collector.effects);
}

bool conflict(Effects const& one, Effects const& other) {
    if (one.acts && (other.acts || other.reads_memory || other.passes_object)) return true;
    if (other.acts && (one.reads_memory || one.passes_object)) return true;
    return meet(one.writes, other.reads) || meet(one.writes, other.writes) ||
           meet(one.reads, other.writes);
}

bool is_quiet(FunctionDecl const& function) {
    std::set<FunctionDecl const*> seen;
    return Quietness(seen).of(function);
}

bool is_quiet(QualType type) {
    type = type->getBaseElementTypeUnsafe()->getCanonicalTypeUnqualified();
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition()) return true;
    if (is_quiet_class_of_library(*record)) return true;
    std::set<FunctionDecl const*> seen;
    for (clang::CXXConstructorDecl const* each : record->ctors())
        if (each->isCopyOrMoveConstructor() && !Quietness(seen).of(*each)) return false;
    for (clang::CXXMethodDecl const* each : record->methods())
        if ((each->isCopyAssignmentOperator() || each->isMoveAssignmentOperator()) &&
            !Quietness(seen).of(*each))
            return false;
    clang::CXXDestructorDecl const* const ended = record->getDestructor();
    if (ended && !Quietness(seen).of(*ended)) return false;
    auto const are_quiet = [](auto const& all) {
        return std::ranges::all_of(all, [](auto const& each) {
            if constexpr (requires { each->getType(); })
                return is_quiet(each->getType());
            else
                return is_quiet(each.getType());
        });
    };
    return are_quiet(record->fields()) && are_quiet(record->bases());
}

} // namespace reorder

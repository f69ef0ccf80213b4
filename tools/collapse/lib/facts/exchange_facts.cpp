// SPDX-License-Identifier: BSD-2-Clause
// Facts about what a unit shares with others. System headers are left out: they hand on what they
// are given, and to whoever gave it, unless their templates' arguments say more.
#include "exchange_facts.hpp"

#include "type_mentions.hpp"

#include <rewrite/syntax/code_visitor.hpp>

#include <clang/AST/Mangle.h>

namespace collapse {

using clang::CXXRecordDecl;
using clang::FunctionDecl;
using clang::QualType;
using Names = std::set<std::string>;

namespace {

std::vector<std::string> listed(Names const& names) {
    return {names.begin(), names.end()};
}

/// The classes whose layout or members the code of a function knows. Pointers that are only passed
/// on are the same code whatever they point to.
class DependenceFinder : public rewrite::CodeVisitor {
public:
    explicit DependenceFinder(ClassNames& names) : names_(names) {}

    bool shouldVisitTemplateInstantiations() const override { return true; }
    bool shouldVisitImplicitCode() const override { return true; }

    bool VisitExpr(clang::Expr* expression) override {
        if (expression->getType()->isRecordType()) add(expression->getType());
        return true;
    }

    /// A variable with a destructor is destroyed without an expression.
    bool VisitVarDecl(clang::VarDecl* variable) override {
        if (variable->getType()->isRecordType()) add(variable->getType());
        return true;
    }

    bool VisitCXXDestructorDecl(clang::CXXDestructorDecl* destructor) override {
        for (clang::FieldDecl const* field : destructor->getParent()->fields()) {
            QualType const type(field->getType()->getBaseElementTypeUnsafe(), 0);
            if (type->isRecordType()) add(type);
        }
        for (clang::CXXBaseSpecifier const& base : destructor->getParent()->bases())
            add(base.getType());
        return true;
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* use) override {
        add_callee(use->getDecl());
        return true;
    }

    bool VisitMemberExpr(clang::MemberExpr* use) override {
        add_callee(use->getMemberDecl());
        return true;
    }

    bool VisitCXXConstructExpr(clang::CXXConstructExpr* use) override {
        add_callee(use->getConstructor());
        return true;
    }

    bool VisitCastExpr(clang::CastExpr* cast) override {
        switch (cast->getCastKind()) {
        case clang::CK_DerivedToBase:
        case clang::CK_UncheckedDerivedToBase:
        case clang::CK_BaseToDerived:
        case clang::CK_Dynamic:
        case clang::CK_BitCast:
        case clang::CK_DerivedToBaseMemberPointer:
        case clang::CK_BaseToDerivedMemberPointer:
            add(cast->getType());
            add(cast->getSubExpr()->getType());
            break;
        default:
            break;
        }
        return true;
    }

    bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* trait) override {
        add(trait->getTypeOfArgument());
        return true;
    }

    bool VisitTypeTraitExpr(clang::TypeTraitExpr* trait) override {
        for (clang::TypeSourceInfo const* argument : trait->getArgs())
            add(argument->getType());
        return true;
    }

    bool VisitCXXTypeidExpr(clang::CXXTypeidExpr* type) override {
        add(type->isTypeOperand() ? type->getTypeOperandSourceInfo()->getType()
                                  : type->getExprOperand()->getType());
        return true;
    }

    bool VisitCXXDeleteExpr(clang::CXXDeleteExpr* deletion) override {
        add(deletion->getDestroyedType());
        return true;
    }

    bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* element) override {
        add(element->getType());
        return true;
    }

    bool VisitBinaryOperator(clang::BinaryOperator* operation) override {
        bool const steps = operation->isAdditiveOp() || operation->isCompoundAssignmentOp();
        if (steps) add(operation->getType());
        if (steps) add(operation->getLHS()->getType());
        return true;
    }

    bool VisitUnaryOperator(clang::UnaryOperator* operation) override {
        if (operation->isIncrementDecrementOp()) add(operation->getType());
        return true;
    }

    bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr* initialiser) override {
        return TraverseStmt(initialiser->getExpr());
    }

    bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr* argument) override {
        return TraverseStmt(argument->getExpr());
    }

    Names found;

private:
    void add(QualType type) { found.merge(mentioned(type.getNonReferenceType(), names_)); }

    /// A function whose name for the linker holds classes is another function with other classes.
    void add_callee(clang::ValueDecl const* callee) {
        if (auto const* const function = llvm::dyn_cast<FunctionDecl>(callee))
            found.merge(mentioned(function->getType(), names_));
        if (auto const* const owner = llvm::dyn_cast<CXXRecordDecl>(callee->getDeclContext()))
            if (llvm::isa<FunctionDecl, clang::VarDecl, clang::FieldDecl>(callee))
                add(QualType(owner->getTypeForDecl(), 0));
    }

    ClassNames& names_;
};

class ExchangeCollector : public rewrite::CodeVisitor {
public:
    ExchangeCollector(rewrite::Unit const& unit, ClassNames& names, UnitFacts& facts)
        : unit_(unit), names_(names), facts_(facts), mangler_(unit.context()) {}

    bool shouldVisitTemplateInstantiations() const override { return true; }
    bool shouldVisitImplicitCode() const override { return true; }

    bool VisitFunctionDecl(FunctionDecl* function) override {
        if (!is_shared(*function) || !function->isCanonicalDecl()) return true;
        FunctionDecl* const definition = function->getDefinition();
        if (!definition && !function->isUsed(false)) return true;
        bool const is_inline = function->isInlined() || function->isTemplateInstantiation();
        ExchangeFact fact;
        fact.kind = is_inline ? "inline" : "function";
        fact.is_defined = definition != nullptr;
        fact.mangled = listed(classes_in_name(*function));
        fact.mentions = listed(classes_in_type(*function));
        if (is_inline && definition) fact.depends = listed(dependences(*definition));
        add(*function, std::move(fact));
        return true;
    }

    bool VisitVarDecl(clang::VarDecl* variable) override {
        if (!is_shared(*variable) || !variable->isCanonicalDecl()) return true;
        ExchangeFact fact;
        fact.kind = "variable";
        fact.is_defined = variable->hasDefinition() != clang::VarDecl::DeclarationOnly;
        if (!fact.is_defined && !variable->isUsed(false)) return true;
        fact.mentions = listed(mentioned(variable->getType(), names_));
        fact.mangled = listed(classes_in_name(*variable));
        if (clang::Expr* const value = variable->getInit()) {
            DependenceFinder finder(names_);
            finder.TraverseStmt(value);
            fact.depends = listed(finder.found);
        }
        add(*variable, std::move(fact));
        return true;
    }

    /// The table of a class's virtual functions: each unit has it, with the names of its functions.
    bool VisitCXXRecordDecl(CXXRecordDecl* record) override {
        bool const has_table = record->isThisDeclarationADefinition() &&
                               !record->isDependentContext() && record->isDynamicClass();
        if (!has_table || !record->isExternallyVisible() || !unit_.offset(record->getLocation()))
            return true;
        Names functions;
        for (clang::CXXMethodDecl const* method : record->methods())
            if (method->isVirtual()) functions.merge(mentioned(method->getType(), names_));
        for (clang::CXXBaseSpecifier const& base : record->bases())
            functions.merge(mentioned(base.getType(), names_));
        QualType const type(record->getTypeForDecl(), 0);
        facts_.exchanges.push_back({.kind = "inline",
                                    .name = "vtable for " + record->getQualifiedNameAsString(),
                                    .is_defined = true,
                                    .mentions = {},
                                    .mangled = listed(mentioned(type, names_)),
                                    .depends = listed(functions),
                                    .place = unit_.place(record->getLocation())});
        return true;
    }

private:
    /// Known to the linker, and not only by headers of the system.
    bool is_shared(clang::ValueDecl const& declaration) const {
        if (llvm::isa<clang::ParmVarDecl>(declaration) || declaration.isInvalidDecl()) return false;
        clang::DeclContext const& context = *declaration.getDeclContext();
        return !declaration.isTemplated() && !context.isDependentContext() &&
               declaration.isExternallyVisible() && unit_.offset(declaration.getLocation());
    }

    Names owner_of(clang::ValueDecl const& member) {
        auto const* const owner = llvm::dyn_cast<CXXRecordDecl>(member.getDeclContext());
        return owner ? mentioned(QualType(owner->getTypeForDecl(), 0), names_) : Names{};
    }

    Names classes_in_name(FunctionDecl const& function) {
        if (function.isExternC() || function.hasAttr<clang::AsmLabelAttr>()) return {};
        Names found = owner_of(function);
        for (clang::ParmVarDecl const* parameter : function.parameters())
            found.merge(mentioned(parameter->getType(), names_));
        if (auto const* const arguments = function.getTemplateSpecializationArgs())
            found.merge(mentioned(arguments->asArray(), names_));
        found.erase(anything);
        return found;
    }

    /// A static variable of a function has the function's name in its own.
    Names classes_in_name(clang::VarDecl const& variable) {
        if (variable.isExternC() || variable.hasAttr<clang::AsmLabelAttr>()) return {};
        Names found = owner_of(variable);
        if (auto const* const around = llvm::dyn_cast<FunctionDecl>(variable.getDeclContext()))
            found.merge(classes_in_name(*around));
        if (auto const* const special =
                llvm::dyn_cast<clang::VarTemplateSpecializationDecl>(&variable))
            found.merge(mentioned(special->getTemplateArgs().asArray(), names_));
        return found;
    }

    Names classes_in_type(FunctionDecl const& function) {
        Names found = mentioned(function.getType(), names_);
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
        if (method && method->isInstance()) found.merge(owner_of(function));
        return found;
    }

    Names dependences(FunctionDecl& definition) {
        DependenceFinder finder(names_);
        finder.TraverseDecl(&definition);
        return std::move(finder.found);
    }

    void add(clang::NamedDecl const& declaration, ExchangeFact fact) {
        if (fact.mentions.empty() && fact.depends.empty() && fact.mangled.empty()) return;
        fact.name = mangler_.getName(&declaration);
        fact.place = unit_.place(declaration.getLocation());
        facts_.exchanges.push_back(std::move(fact));
    }

    rewrite::Unit const& unit_;
    ClassNames& names_;
    UnitFacts& facts_;
    clang::ASTNameGenerator mangler_;
};

} // namespace

void add_exchange_facts(rewrite::Unit const& unit, ClassNames& names, UnitFacts& facts) {
    ExchangeCollector(unit, names, facts).TraverseAST(unit.context());
    std::ranges::sort(facts.exchanges, {}, &ExchangeFact::name);
}

} // namespace collapse

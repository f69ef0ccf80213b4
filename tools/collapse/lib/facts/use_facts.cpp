// SPDX-License-Identifier: BSD-2-Clause
// Facts about the uses of classes: objects, conversions, definitions of their members. What
// compilers write themselves (implicit copies and so on) follows from the hierarchy and is no use.
#include "use_facts.hpp"

#include <rewrite/syntax/code_visitor.hpp>

namespace collapse {

using clang::CXXRecordDecl;
using clang::SourceLocation;

namespace {

class UseCollector : public rewrite::CodeVisitor {
public:
    UseCollector(rewrite::Unit const& unit, ClassNames& names, UnitFacts& facts)
        : unit_(unit), names_(names), facts_(facts) {}

    bool shouldVisitTemplateInstantiations() const override { return true; }

    bool VisitVarDecl(clang::VarDecl* variable) override {
        add_object(variable->getType(), variable->getLocation());
        if (variable->isStaticDataMember() && variable->isOutOfLine())
            add_definition(*llvm::cast<CXXRecordDecl>(variable->getDeclContext()), *variable);
        return true;
    }

    bool VisitFieldDecl(clang::FieldDecl* field) override {
        add_object(field->getType(), field->getLocation());
        return true;
    }

    bool VisitFunctionDecl(clang::FunctionDecl* function) override {
        if (!function->isImplicit()) add_object(function->getReturnType(), function->getLocation());
        return true;
    }

    bool VisitCXXMethodDecl(clang::CXXMethodDecl* method) override {
        if (method->isOutOfLine() && method->isThisDeclarationADefinition())
            add_definition(*method->getParent(), *method);
        return true;
    }

    bool VisitCXXConstructExpr(clang::CXXConstructExpr* expression) override {
        using Kind = clang::CXXConstructionKind;
        Kind const kind = expression->getConstructionKind();
        if (kind == Kind::Complete && !is_base_part(*expression))
            add_object(expression->getType(), expression->getBeginLoc());
        return true;
    }

    bool VisitInitListExpr(clang::InitListExpr* list) override {
        if (!is_base_part(*list)) add_object(list->getType(), list->getBeginLoc());
        return true;
    }

    bool VisitMemberExpr(clang::MemberExpr* member) override {
        pass_casts(member->getBase());
        return true;
    }

    bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* call) override {
        if (llvm::isa_and_nonnull<clang::CXXMethodDecl>(call->getCalleeDecl()))
            pass_casts(call->getArg(0));
        return true;
    }

    bool VisitCXXThisExpr(clang::CXXThisExpr* self) override {
        if (!object_arguments_.contains(self))
            add_use("escape", names_.behind(self->getType()), self->getBeginLoc());
        return true;
    }

    bool VisitCastExpr(clang::CastExpr* cast) override {
        switch (cast->getCastKind()) {
        case clang::CK_DerivedToBase:
        case clang::CK_UncheckedDerivedToBase:
            if (!object_arguments_.contains(cast))
                add_conversion(cast->getSubExpr()->getType(), cast->getType(), cast->getBeginLoc());
            break;
        case clang::CK_BaseToDerived:
            add_conversion(cast->getType(), cast->getSubExpr()->getType(), cast->getBeginLoc());
            break;
        case clang::CK_Dynamic:
            add_use("cast", names_.behind(cast->getType()), cast->getBeginLoc());
            add_use("cast", names_.behind(cast->getSubExpr()->getType()), cast->getBeginLoc());
            break;
        case clang::CK_BaseToDerivedMemberPointer:
            add_conversion(class_of_member(cast->getType()),
                           class_of_member(cast->getSubExpr()->getType()), cast->getBeginLoc());
            break;
        case clang::CK_DerivedToBaseMemberPointer:
            add_conversion(class_of_member(cast->getSubExpr()->getType()),
                           class_of_member(cast->getType()), cast->getBeginLoc());
            break;
        default:
            break;
        }
        return true;
    }

    bool VisitCXXThrowExpr(clang::CXXThrowExpr* thrown) override {
        if (clang::Expr const* const value = thrown->getSubExpr())
            add_use("thrown", names_.behind(value->getType()), thrown->getBeginLoc());
        return true;
    }

    bool VisitCXXCatchStmt(clang::CXXCatchStmt* handler) override {
        if (!handler->getCaughtType().isNull())
            add_use("caught", names_.behind(handler->getCaughtType()), handler->getBeginLoc());
        return true;
    }

    bool VisitTagTypeLoc(clang::TagTypeLoc type) override {
        if (auto const* const record = llvm::dyn_cast<CXXRecordDecl>(type.getDecl()))
            add_use("named", names_.of(record), type.getNameLoc());
        return true;
    }

private:
    /// The object of a call is no use of its own, whatever base the function belongs to.
    void pass_casts(clang::Expr const* object) {
        while (true) {
            object_arguments_.insert(object);
            if (auto const* const cast = llvm::dyn_cast<clang::ImplicitCastExpr>(object))
                object = cast->getSubExpr();
            else if (auto const* const parens = llvm::dyn_cast<clang::ParenExpr>(object))
                object = parens->getSubExpr();
            else
                return;
        }
    }

    static clang::QualType class_of_member(clang::QualType type) {
        return {type->castAs<clang::MemberPointerType>()->getClass(), 0};
    }

    void add_object(clang::QualType type, SourceLocation at) {
        if (type->isReferenceType() || type->isDependentType()) return;
        type = unit_.context().getBaseElementType(type.getCanonicalType());
        if (CXXRecordDecl const* const record = type->getAsCXXRecordDecl())
            add_use("object", names_.of(record), at);
    }

    void add_use(char const* kind, std::string const& name, SourceLocation at) {
        if (!name.empty() && seen_uses_.emplace(kind, name).second)
            facts_.uses.push_back({kind, name, unit_.place(at)});
    }

    void add_conversion(clang::QualType derived, clang::QualType base, SourceLocation at) {
        std::string const& from = names_.behind(derived);
        std::string const& to = names_.behind(base);
        if (!from.empty() && !to.empty() && seen_conversions_.emplace(from, to).second)
            facts_.conversions.push_back({from, to, unit_.place(at)});
    }

    void add_definition(CXXRecordDecl const& record, clang::NamedDecl const& member) {
        if (!names_.of(&record).empty() && unit_.offset(member.getLocation()))
            facts_.definitions.push_back(
                {names_.of(&record), member.getNameAsString(), unit_.place(member.getLocation())});
    }

    rewrite::Unit const& unit_;
    ClassNames& names_;
    UnitFacts& facts_;
    std::set<clang::Expr const*> object_arguments_;
    std::set<std::pair<std::string, std::string>> seen_uses_;
    std::set<std::pair<std::string, std::string>> seen_conversions_;
};

} // namespace

void add_use_facts(rewrite::Unit const& unit, ClassNames& names, UnitFacts& facts) {
    UseCollector(unit, names, facts).TraverseAST(unit.context());
}

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Walks the declarations of the main file, with template instantiations and lambdas.
#include "uses.hpp"

#include <rewrite/syntax/code_visitor.hpp>
#include <rewrite/syntax/expressions.hpp>

#include <clang/AST/ExprConcepts.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>

namespace rewrite {

using clang::Decl;
using clang::Expr;
using clang::NamedDecl;
using clang::SourceLocation;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class UseWalk : public CodeVisitor {
    using Base = CodeVisitor;

public:
    UseWalk(clang::ASTContext& context, Signatures& signatures)
        : context_(context), signatures_(signatures) {}

    bool shouldVisitTemplateInstantiations() const override { return true; }

    Uses take() { return std::move(uses_); }

    void walk() {
        for (Decl* each : context_.getTranslationUnitDecl()->decls())
            if (signatures_.offset(each->getLocation())) TraverseDecl(each);
    }

    bool TraverseDecl(Decl* declaration) override {
        if (declaration == nullptr) return true;
        Signature const* const outer = within_;
        if (isa<clang::FunctionDecl, clang::ClassTemplateSpecializationDecl, clang::VarDecl>(
                declaration)) {
            std::vector<Signature const*> around = signatures_.instantiation(*declaration);
            within_ = around.empty() ? nullptr : signatures_.make("within", std::move(around));
        }
        bool const goes_on = Base::TraverseDecl(declaration);
        within_ = outer;
        return goes_on;
    }

    // Names in expressions.

    bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
        if (is_constant_of_template(*reference->getDecl()))
            add_answer(reference->getLocation(), *reference);
        if (is_move(*reference))
            return add(reference->getLocation(), "name",
                       signatures_.make("std::move", {moved_type(*reference)}));
        return add(reference->getLocation(), "name", *reference->getDecl());
    }

    bool VisitMemberExpr(clang::MemberExpr* member) override {
        bool const is_written = member->getMemberLoc().isValid();
        return add(token_of(*member), is_written ? "name" : "implicit call",
                   *member->getMemberDecl());
    }

    bool VisitOverloadExpr(clang::OverloadExpr* name) override {
        add(name->getNameLoc(), "name", signatures_.make("name " + name->getName().getAsString()));
        for (NamedDecl* candidate : name->decls())
            add(name->getNameLoc(), "candidate", *candidate);
        return true;
    }

    bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr* name) override {
        return add(name->getMemberLoc(), "name",
                   signatures_.make("name " + name->getMember().getAsString()));
    }

    bool VisitDependentScopeDeclRefExpr(clang::DependentScopeDeclRefExpr* name) override {
        return add(name->getLocation(), "name",
                   signatures_.make("name " + name->getDeclName().getAsString()));
    }

    bool VisitConceptReference(clang::ConceptReference* reference) override {
        return add(reference->getConceptNameLoc(), "name", *reference->getNamedConcept());
    }

    bool VisitDesignatedInitExpr(clang::DesignatedInitExpr* initializer) override {
        for (clang::DesignatedInitExpr::Designator const& each : initializer->designators())
            if (each.isFieldDesignator() && each.getFieldDecl() != nullptr)
                add(each.getFieldLoc(), "name", *each.getFieldDecl());
        return true;
    }

    bool VisitOffsetOfExpr(clang::OffsetOfExpr* expression) override {
        for (unsigned i = 0; i < expression->getNumComponents(); ++i) {
            clang::OffsetOfNode const& node = expression->getComponent(i);
            if (node.getKind() == clang::OffsetOfNode::Field)
                add(node.getEndLoc(), "name", *node.getField());
        }
        return add_value(expression->getOperatorLoc(), *expression, "layout value");
    }

    bool VisitCXXThisExpr(clang::CXXThisExpr* self) override {
        if (self->isImplicit()) return true;
        return add(self->getLocation(), "this", self->getType()->getPointeeType());
    }

    // Calls, constructors, operators.

    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        SourceLocation const token = token_of(*made);
        if (signatures_.offset(token)) add_constructor(token, *made);
        add_default_arguments(token, {made->getArgs(), made->getNumArgs()});
        return true;
    }

    bool VisitCallExpr(clang::CallExpr* call) override {
        add_default_arguments(token_of(*call), {call->getArgs(), call->getNumArgs()});
        return true;
    }

    bool VisitCXXNewExpr(clang::CXXNewExpr* made) override {
        if (clang::FunctionDecl const* function = made->getOperatorNew())
            add_allocation(made->getBeginLoc(), "allocation", *function);
        if (clang::FunctionDecl const* function = made->getOperatorDelete())
            add_allocation(made->getBeginLoc(), "deallocation", *function);
        return true;
    }

    bool VisitCXXDeleteExpr(clang::CXXDeleteExpr* destroyed) override {
        if (clang::FunctionDecl const* function = destroyed->getOperatorDelete())
            add_allocation(destroyed->getBeginLoc(), "deallocation", *function);
        if (destroyed->getDestroyedType().isNull()) return true;
        return add(destroyed->getBeginLoc(), "destroyed type", destroyed->getDestroyedType());
    }

    bool VisitCXXRewrittenBinaryOperator(clang::CXXRewrittenBinaryOperator* operation) override {
        auto const parts = operation->getDecomposedForm();
        Signature const* called = signatures_.make("built in");
        if (clang::FunctionDecl const* function = called_function(parts.InnerBinOp))
            called = signatures_.of(*function);
        std::string const order = operation->isReversed() ? "reversed" : "in order";
        return add(operation->getOperatorLoc(), "operator", signatures_.make(order, {called}));
    }

    bool VisitCXXForRangeStmt(clang::CXXForRangeStmt* loop) override {
        add_called(loop->getColonLoc(), "begin", initializer_of(loop->getBeginStmt()));
        add_called(loop->getColonLoc(), "end", initializer_of(loop->getEndStmt()));
        add_called(loop->getColonLoc(), "comparison", loop->getCond());
        add_called(loop->getColonLoc(), "increment", loop->getInc());
        if (clang::VarDecl const* variable = loop->getLoopVariable())
            add_called(loop->getColonLoc(), "element", variable->getInit());
        return true;
    }

    /// Which promise a coroutine has follows from the types of its object and its parameters.
    bool VisitCoroutineBodyStmt(clang::CoroutineBodyStmt* body) override {
        return add(body->getBeginLoc(), "promise", body->getPromiseDecl()->getType());
    }

    bool VisitLambdaExpr(clang::LambdaExpr* lambda) override {
        for (clang::LambdaCapture const& capture : lambda->captures())
            add_capture(*lambda, capture);
        if (!lambda->isGenericLambda()) return true;
        auto* const made_from = lambda->getCallOperator()->getDescribedFunctionTemplate();
        for (clang::FunctionDecl* each : made_from->specializations())
            TraverseDecl(each);
        return true;
    }

    // Conversions and values. Those by constructors are compared as constructors.

    bool VisitCastExpr(clang::CastExpr* cast) override {
        if (auto* written = dyn_cast<clang::ExplicitCastExpr>(cast)) add_written_cast(*written);
        if (!isa<clang::ImplicitCastExpr>(cast) || inner_casts_.contains(cast)) return true;
        std::vector<Signature const*> steps;
        Expr const* inner = cast;
        while (auto const* step = dyn_cast<clang::ImplicitCastExpr>(inner)) {
            inner_casts_.insert(step);
            bool const is_compared = !stays_in_hierarchy(step->getCastKind()) &&
                                     step->getCastKind() != clang::CK_ConstructorConversion;
            if (is_compared) steps.push_back(conversion(*step));
            inner = &without_wrappers(*step->getSubExpr());
        }
        if (steps.empty() || is_move(*inner)) return true;
        std::ranges::reverse(steps);
        return add(token_of(*inner), std::string("conversion of ") + inner->getStmtClassName(),
                   signatures_.make("converted", std::move(steps)), nullptr, cast->getType());
    }

    bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* trait) override {
        return add_value(trait->getOperatorLoc(), *trait, "layout value");
    }

    // Answers to questions about types, which no name tells.

    /// The compiler checks again what an assertion says.
    bool TraverseStaticAssertDecl(clang::StaticAssertDecl* assertion) override {
        ++assertion_depth_;
        bool const goes_on = Base::TraverseStaticAssertDecl(assertion);
        --assertion_depth_;
        return goes_on;
    }

    bool VisitConceptSpecializationExpr(clang::ConceptSpecializationExpr* question) override {
        return add_answer(question->getConceptNameLoc(), *question);
    }

    bool VisitRequiresExpr(clang::RequiresExpr* question) override {
        return add_answer(question->getRequiresKWLoc(), *question);
    }

    bool VisitCXXNoexceptExpr(clang::CXXNoexceptExpr* question) override {
        return add_answer(question->getBeginLoc(), *question);
    }

    bool VisitTypeTraitExpr(clang::TypeTraitExpr* question) override {
        return add_answer(question->getBeginLoc(), *question);
    }

    bool VisitArrayTypeTraitExpr(clang::ArrayTypeTraitExpr* question) override {
        return add_answer(question->getBeginLoc(), *question);
    }

    bool VisitExpressionTraitExpr(clang::ExpressionTraitExpr* question) override {
        return add_answer(question->getBeginLoc(), *question);
    }

    /// The branches may hold nothing that has a name.
    bool VisitIfStmt(clang::IfStmt* choice) override {
        return !choice->isConstexpr() || add_answer(choice->getIfLoc(), *choice->getCond());
    }

    bool VisitEnumConstantDecl(clang::EnumConstantDecl* constant) override {
        auto const& all = *llvm::cast<clang::EnumDecl>(constant->getDeclContext());
        bool const by_layout =
            std::ranges::any_of(all.enumerators(), [](clang::EnumConstantDecl const* each) {
                return each->getInitExpr() != nullptr && asks_layout(*each->getInitExpr());
            });
        return add(constant->getLocation(), "value",
                   signatures_.make((by_layout ? "value " : "answer ") +
                                    llvm::toString(constant->getInitVal(), 10)));
    }

    // Names in types, qualifiers and declarations.

    bool VisitTypeLoc(clang::TypeLoc type) override {
        add_template(type);
        SourceLocation const token = name_of(type);
        return token.isInvalid() || is_defined_at(token, type) ||
               add(token, "type", type.getType());
    }

    bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc qualifier) override {
        clang::NestedNameSpecifier const* part = qualifier.getNestedNameSpecifier();
        if (part != nullptr && part->getAsType() == nullptr &&
            part->getKind() != clang::NestedNameSpecifier::Global)
            add(qualifier.getLocalBeginLoc(), "qualifier", signatures_.of(part));
        return Base::TraverseNestedNameSpecifierLoc(qualifier);
    }

    bool TraverseConstructorInitializer(clang::CXXCtorInitializer* initializer) override {
        if (initializer->isWritten() && initializer->isAnyMemberInitializer())
            add(initializer->getMemberLocation(), "name", *initializer->getAnyMember());
        return Base::TraverseConstructorInitializer(initializer);
    }

    bool VisitUsingDecl(clang::UsingDecl* names) override {
        for (clang::UsingShadowDecl const* each : names->shadows())
            add(names->getNameInfo().getLoc(), "using", *each->getTargetDecl());
        return true;
    }

    bool VisitUsingDirectiveDecl(clang::UsingDirectiveDecl* names) override {
        return add(names->getIdentLocation(), "name", *names->getNominatedNamespace());
    }

    bool VisitBindingDecl(clang::BindingDecl* binding) override {
        auto const* bound = binding->getBinding();
        if (bound == nullptr) return true;
        if (auto const* member = dyn_cast<clang::MemberExpr>(&without_wrappers(*bound)))
            add(binding->getLocation(), "bound", *member->getMemberDecl());
        if (clang::VarDecl const* variable = binding->getHoldingVar())
            add_called(binding->getLocation(), "bound", variable->getInit());
        return true;
    }

    bool VisitValueDecl(clang::ValueDecl* declaration) override {
        auto const* field = dyn_cast<clang::FieldDecl>(declaration);
        bool const has_no_name = field != nullptr && field->isUnnamedBitField();
        if (declaration->isImplicit() || has_no_name) return true;
        add(declaration->getLocation(), "declared type", declaration->getType());
        auto const& first = llvm::cast<NamedDecl>(*declaration->getCanonicalDecl());
        return add(declaration->getLocation(), "declares", first);
    }

    bool VisitNamedDecl(NamedDecl* declaration) override {
        if (!isa<clang::FunctionDecl, clang::TagDecl>(declaration) || declaration->isImplicit())
            return true;
        // In C a struct is no scope, only its fields are in it.
        if (!context_.getLangOpts().CPlusPlus) return true;
        auto const* scope = dyn_cast<NamedDecl>(declaration->getDeclContext()->getRedeclContext());
        if (scope != nullptr) return add(declaration->getLocation(), "scope", *scope);
        return add(declaration->getLocation(), "scope", signatures_.make("::"));
    }

private:
    bool add(SourceLocation token, std::string kind, Signature const* meaning,
             NamedDecl const* declaration = nullptr, clang::QualType type = {}) {
        if (std::optional<uint32_t> const offset = signatures_.offset(token))
            uses_.push_back({*offset, std::move(kind), within_, meaning, declaration, type});
        return true;
    }

    bool add(SourceLocation token, std::string kind, NamedDecl const& declaration) {
        if (!signatures_.offset(token)) return true;
        return add(token, std::move(kind), signatures_.of(declaration), &declaration);
    }

    bool add(SourceLocation token, std::string kind, clang::QualType type) {
        if (!signatures_.offset(token)) return true;
        return add(token, std::move(kind), signatures_.of(type), nullptr, type);
    }

    void add_constructor(SourceLocation token, clang::CXXConstructExpr const& made) {
        clang::CXXConstructorDecl const& constructor = *made.getConstructor();
        add(token, "constructor", constructor);
        Use& use = uses_.back();
        use.is_of_system = !signatures_.offset(constructor.getLocation());
        use.to = signatures_.of(made.getType().getUnqualifiedType());
        bool const has_one = made.getNumArgs() > 0 &&
                             (made.getNumArgs() == 1 || made.getArg(1)->isDefaultArgument());
        if (has_one) use.from = signatures_.of(made.getArg(0)->getType().getUnqualifiedType());
    }

    bool add_value(SourceLocation token, Expr const& expression, std::string kind) {
        Expr::EvalResult result;
        if (expression.isValueDependent() || !expression.EvaluateAsInt(result, context_))
            return true;
        return add(token, std::move(kind),
                   signatures_.make("value " + llvm::toString(result.Val.getInt(), 10)));
    }

    static bool asks_layout(clang::Stmt const& code) {
        return isa<clang::UnaryExprOrTypeTraitExpr, clang::OffsetOfExpr>(code) ||
               std::ranges::any_of(code.children(), [](clang::Stmt const* each) {
                   return each != nullptr && asks_layout(*each);
               });
    }

    /// `std::move` does the same for an object that has a name and for one that has none.
    static bool is_move(Expr const& expression) {
        auto const* reference = dyn_cast<clang::DeclRefExpr>(&expression);
        auto const* function =
            reference ? dyn_cast<clang::FunctionDecl>(reference->getDecl()) : nullptr;
        return function != nullptr && function->getBuiltinID() == clang::Builtin::BImove;
    }

    Signature const* moved_type(clang::DeclRefExpr const& move) {
        auto const& function = llvm::cast<clang::FunctionDecl>(*move.getDecl());
        return signatures_.of(function.getParamDecl(0)->getType().getNonReferenceType());
    }

    /// Constants by their value, whatever the layout is.
    bool add_answer(SourceLocation token, Expr const& expression) {
        Expr::EvalResult result;
        if (assertion_depth_ > 0 || expression.isValueDependent() || expression.isTypeDependent() ||
            !expression.EvaluateAsInt(result, context_))
            return true;
        return add(token, "answer",
                   signatures_.make("answer " + llvm::toString(result.Val.getInt(), 10)));
    }

    /// `is_same_v<A, B>`, `is_same<A, B>::value`.
    static bool is_constant_of_template(clang::ValueDecl const& declaration) {
        auto const* variable = dyn_cast<clang::VarDecl>(&declaration);
        return variable != nullptr && variable->isConstexpr() &&
               (isa<clang::VarTemplateSpecializationDecl>(variable) ||
                isa<clang::ClassTemplateSpecializationDecl>(variable->getDeclContext()));
    }

    /// Which of the library's allocation functions is called may follow from a destructor's being
    /// virtual; they are all the same.
    bool add_allocation(SourceLocation token, std::string kind,
                        clang::FunctionDecl const& function) {
        if (function.isReplaceableGlobalAllocationFunction())
            return add(token, std::move(kind), signatures_.make("global"), &function);
        return add(token, std::move(kind), function);
    }

    bool add_called(SourceLocation token, std::string kind, Expr const* expression) {
        if (expression == nullptr || expression->isTypeDependent()) return true;
        clang::FunctionDecl const* function = called_function(expression);
        if (function != nullptr) return add(token, std::move(kind), *function);
        return add(token, std::move(kind), signatures_.make("built in"));
    }

    static Expr const* initializer_of(clang::DeclStmt const* statement) {
        if (statement == nullptr) return nullptr;
        return llvm::cast<clang::VarDecl>(statement->getSingleDecl())->getInit();
    }

    /// A default argument means the expression of the declaration that it comes from.
    void add_default_arguments(SourceLocation token, llvm::ArrayRef<Expr*> arguments) {
        for (size_t i = 0; i < arguments.size(); ++i) {
            auto const* used = dyn_cast_or_null<clang::CXXDefaultArgExpr>(arguments[i]);
            if (used == nullptr) continue;
            add(token, "default argument " + std::to_string(i), *used->getParam());
        }
    }

    void add_capture(clang::LambdaExpr const& lambda, clang::LambdaCapture const& capture) {
        SourceLocation const token =
            capture.isExplicit() ? capture.getLocation() : lambda.getIntroducerRange().getBegin();
        std::string const how = std::to_string(capture.getCaptureKind());
        if (!capture.capturesVariable()) {
            add(token, "capture", signatures_.make("capture " + how));
            return;
        }
        Signature const* variable = signatures_.of(*capture.getCapturedVar());
        add(token, "capture", signatures_.make("capture " + how, {variable}),
            capture.getCapturedVar());
    }

    Signature const* conversion(clang::CastExpr const& step) {
        std::vector<Signature const*> parts{signatures_.of(step.getType())};
        if (NamedDecl const* function = step.getConversionFunction())
            parts.push_back(signatures_.of(*function));
        return signatures_.make(step.getCastKindName(), std::move(parts));
    }

    /// `T(a)` of a class is compared as the call of a constructor, which it is.
    void add_written_cast(clang::ExplicitCastExpr const& cast) {
        if (cast.isTypeDependent() || cast.getSubExpr()->isTypeDependent()) return;
        if (isa<clang::CXXFunctionalCastExpr>(cast) &&
            cast.getCastKind() == clang::CK_ConstructorConversion)
            return;
        Signature const* how =
            stays_in_hierarchy(cast.getCastKind())
                ? signatures_.make("same object", {signatures_.of(cast.getType())})
                : conversion(cast);
        add(token_of(cast), "cast", how);
    }

    void add_template(clang::TypeLoc type) {
        clang::TemplateName name;
        SourceLocation token;
        if (auto const special = type.getAs<clang::TemplateSpecializationTypeLoc>()) {
            name = special.getTypePtr()->getTemplateName();
            token = special.getTemplateNameLoc();
        } else if (auto const deduced = type.getAs<clang::DeducedTemplateSpecializationTypeLoc>()) {
            name = deduced.getTypePtr()->getTemplateName();
            token = deduced.getTemplateNameLoc();
        }
        if (clang::TemplateDecl const* made_from = name.getAsTemplateDecl())
            add(token, "template", *made_from);
    }

    /// `struct X {...} member;`: the token declares the type, which is compared as such.
    static bool is_defined_at(SourceLocation token, clang::TypeLoc type) {
        auto const elaborated = type.getAs<clang::TagTypeLoc>();
        return elaborated && elaborated.isDefinition() &&
               elaborated.getDecl()->getLocation() == token;
    }

    /// The token that names a type; invalid for types that are put together.
    static SourceLocation name_of(clang::TypeLoc type) {
        if (auto const name = type.getAs<clang::TypeSpecTypeLoc>())
            if (!isa<clang::BuiltinType>(type.getTypePtr())) return name.getNameLoc();
        if (auto const name = type.getAs<clang::TemplateSpecializationTypeLoc>())
            return name.getTemplateNameLoc();
        if (auto const name = type.getAs<clang::DependentNameTypeLoc>()) return name.getNameLoc();
        return {};
    }

    clang::ASTContext& context_;
    Signatures& signatures_;
    Uses uses_;
    Signature const* within_ = nullptr;
    int assertion_depth_ = 0;
    std::set<Expr const*> inner_casts_;
};

} // namespace

Uses find_uses(clang::ASTContext& context, Signatures& signatures) {
    UseWalk walk(context, signatures);
    walk.walk();
    Uses uses = walk.take();
    std::ranges::sort(uses, [](Use const& left, Use const& right) {
        return std::tie(left.offset, left.kind) < std::tie(right.offset, right.kind);
    });
    return uses;
}

} // namespace rewrite

// SPDX-License-Identifier: BSD-2-Clause
// Each use of the object is allowed by what stands around it, which is visited first; a use that
// nothing allowed gives the object away.
#include "stage_walk.hpp"

#include <collapse/lib/evaluation/call_arguments.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXMethodDecl;
using clang::Expr;
using clang::FunctionDecl;

namespace {

constexpr unsigned no_parameter = UINT_MAX;

bool keeps_object(clang::CastKind kind) {
    return kind == clang::CK_NoOp || kind == clang::CK_DerivedToBase ||
           kind == clang::CK_UncheckedDerivedToBase || kind == clang::CK_LValueToRValue;
}

/// Without parentheses, `*`, `&` and casts that leave the object what it is.
Expr const& core_of(Expr const& expression) {
    Expr const* inner = expression.IgnoreParens();
    for (;;) {
        auto const* const cast = llvm::dyn_cast<clang::CastExpr>(inner);
        auto const* const unary = llvm::dyn_cast<clang::UnaryOperator>(inner);
        bool const converts = unary && (unary->getOpcode() == clang::UO_Deref ||
                                        unary->getOpcode() == clang::UO_AddrOf);
        if (cast && keeps_object(cast->getCastKind()))
            inner = cast->getSubExpr()->IgnoreParens();
        else if (converts)
            inner = unary->getSubExpr()->IgnoreParens();
        else
            return *inner;
    }
}

clang::VarDecl const* variable_of(Expr const& core) {
    auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&core);
    return name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

/// `&Class::member` in a pointer to a member.
clang::ValueDecl const* member_pointed_to(Expr const& pointer) {
    auto const* const taken = llvm::dyn_cast<clang::UnaryOperator>(pointer.IgnoreParenCasts());
    auto const* const name =
        taken ? llvm::dyn_cast<clang::DeclRefExpr>(taken->getSubExpr()->IgnoreParens()) : nullptr;
    return name ? name->getDecl() : nullptr;
}

} // namespace

bool StageWalk::may_be_object(Expr const& expression) const {
    Expr const& core = core_of(expression);
    if (auto const* const call = llvm::dyn_cast<clang::CallExpr>(&core))
        return returns_object(*call);
    return is_surely_object(core);
}

bool StageWalk::is_surely_object(Expr const& expression) const {
    Expr const& core = core_of(expression);
    if (llvm::isa<clang::CXXThisExpr>(core)) return frame_.this_is_object;
    return names_.contains(variable_of(core));
}

/// A reference or pointer to a class of the hierarchy: `return *this`.
bool StageWalk::may_return_object(FunctionDecl const& function) const {
    clang::QualType const type = function.getReturnType()->getPointeeType();
    clang::CXXRecordDecl const* const record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
    return record && hierarchy_.contains(record);
}

bool StageWalk::returns_object(clang::CallExpr const& call) const {
    FunctionDecl const* const function = call.getDirectCallee();
    if (!function || !may_return_object(*function)) return false;
    Expr const* const object = object_of(call);
    return (object && may_be_object(*object)) ||
           std::ranges::any_of(call.arguments(),
                               [&](Expr const* each) { return may_be_object(*each); });
}

void StageWalk::allow(Expr const& use) {
    allowed_.insert(&core_of(use));
}

bool StageWalk::TraverseLambdaExpr(clang::LambdaExpr* lambda) {
    Frame const around = frame_;
    if (!called_at_once_.contains(lambda)) ++frame_.detours;
    frame_.may_return_it = false;
    for (unsigned i = 0; i < lambda->capture_size(); ++i)
        if (lambda->capture_begin()[i].getCaptureKind() == clang::LCK_This)
            allow(*lambda->capture_init_begin()[i]);
    bool const more = CodeVisitor::TraverseLambdaExpr(lambda);
    if (lambda->isGenericLambda()) // only its instances know what they call
        for (FunctionDecl* each :
             lambda->getCallOperator()->getDescribedFunctionTemplate()->specializations())
            TraverseStmt(each->getBody());
    frame_ = around;
    return more;
}

/// A call whose value nobody takes.
bool StageWalk::VisitStmt(clang::Stmt* statement) {
    if (!llvm::isa<clang::CompoundStmt, clang::IfStmt, clang::ForStmt, clang::WhileStmt,
                   clang::DoStmt, clang::SwitchCase, clang::LabelStmt>(statement))
        return true;
    for (clang::Stmt const* each : statement->children()) {
        auto const* value = llvm::dyn_cast_or_null<Expr>(each);
        if (auto const* const full = llvm::dyn_cast_or_null<clang::FullExpr>(value))
            value = full->getSubExpr();
        if (value && llvm::isa<clang::CallExpr>(core_of(*value))) allow(*value);
    }
    return true;
}

bool StageWalk::VisitReturnStmt(clang::ReturnStmt* statement) {
    Expr const* const value = statement->getRetValue();
    if (frame_.may_return_it && value && may_be_object(*value)) allow(*value);
    return true;
}

bool StageWalk::VisitVarDecl(clang::VarDecl* variable) {
    bool const refers =
        variable->getType()->isReferenceType() || variable->getType()->isPointerType();
    if (!refers || !variable->hasLocalStorage() || !variable->getInit()) return true;
    if (llvm::isa<clang::ParmVarDecl>(variable) || !is_surely_object(*variable->getInit()))
        return true;
    names_.insert(variable);
    allow(*variable->getInit());
    return true;
}

bool StageWalk::VisitBinaryOperator(clang::BinaryOperator* operation) {
    if (operation->isPtrMemOp()) {
        call_by_pointer(*operation);
        return true;
    }
    if (!operation->isEqualityOp()) return true;
    for (Expr const* each : {operation->getLHS(), operation->getRHS()})
        if (may_be_object(*each)) allow(*each);
    return true;
}

void StageWalk::call_by_pointer(clang::BinaryOperator const& access) {
    if (!may_be_object(*access.getLHS())) return;
    clang::ValueDecl const* const member = member_pointed_to(*access.getRHS());
    if (!member) return;
    followed_.insert(&access);
    allow(*access.getLHS());
    if (auto const* const method = llvm::dyn_cast<CXXMethodDecl>(member))
        call_on_object(*method, access.getOperatorLoc(), nullptr);
}

bool StageWalk::VisitMemberExpr(clang::MemberExpr* member) {
    if (!may_be_object(*member->getBase())) return true;
    followed_.insert(member);
    allow(*member->getBase());
    auto const* const method = llvm::dyn_cast<CXXMethodDecl>(member->getMemberDecl());
    if (!method || !method->isInstance()) return true;
    if (member->hasQualifier() || llvm::isa<clang::CXXDestructorDecl>(method)) {
        enter(*method, true, no_parameter, member->getMemberLoc());
        return true;
    }
    bool const direct = is_surely_object(*member->getBase());
    call_on_object(*method, member->getMemberLoc(), direct ? member : nullptr);
    return true;
}

bool StageWalk::VisitCallExpr(clang::CallExpr* call) {
    FunctionDecl const* const function = call->getDirectCallee();
    if (returns_object(*call) && !allowed_.contains(call)) give_away(call->getBeginLoc());
    auto const* const operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
    if (operation && operation->getOperator() == clang::OO_Call)
        if (auto const* const lambda = llvm::dyn_cast<clang::LambdaExpr>(
                operation->getArg(0)->IgnoreUnlessSpelledInSource());
            lambda && !lambda->isGenericLambda())
            called_at_once_.insert(lambda);
    if (!function) return true;
    Expr const* const object = object_of(*call);
    bool const is_method_operator = operation && object;
    if (is_method_operator && may_be_object(*object)) {
        allow(*object);
        followed_.insert(call);
        call_on_object(*llvm::cast<CXXMethodDecl>(function), call->getExprLoc(), nullptr);
    }
    std::vector<Expr const*> const arguments = arguments_of(*call);
    for (unsigned i = 0; i < arguments.size() && i < function->getNumParams(); ++i)
        if (may_be_object(*arguments[i])) pass_object(*function, i, *arguments[i]);
    return true;
}

/// The object as an argument: the function is walked as if its parameter were always the object.
void StageWalk::pass_object(FunctionDecl const& function, unsigned parameter,
                            Expr const& argument) {
    FunctionDecl const* definition = nullptr;
    auto const* const method = llvm::dyn_cast<CXXMethodDecl>(&function);
    if ((method && method->isVirtual()) || !function.hasBody(definition)) return;
    allow(argument);
    names_.insert(definition->getParamDecl(parameter));
    enter(function, false, parameter, argument.getBeginLoc());
}

bool StageWalk::VisitCXXThisExpr(clang::CXXThisExpr* self) {
    if (frame_.this_is_object && !allowed_.contains(self)) give_away(self->getBeginLoc());
    return true;
}

bool StageWalk::VisitDeclRefExpr(clang::DeclRefExpr* name) {
    if (names_.contains(variable_of(*name)) && !allowed_.contains(name))
        give_away(name->getBeginLoc());
    return true;
}

/// A call that dispatches. `direct`: the name, if it is the object's own member for sure.
void StageWalk::call_on_object(CXXMethodDecl const& method, clang::SourceLocation place,
                               clang::MemberExpr const* direct) {
    CXXMethodDecl const* runs = &method;
    if (method.isVirtual()) {
        runs = hierarchy_.overrider_during(method, stage_);
        bool const differs = runs != hierarchy_.final_overrider(method);
        if (differs && runs->isPureVirtual())
            refuse(place, "a pure virtual function is called");
        else if (differs && (frame_.detours > 0 || !direct))
            refuse(place, "`" + runs->getQualifiedNameAsString() + "` is called on a detour");
        else if (differs)
            calls_[direct] = runs;
    }
    enter(*runs, true, no_parameter, place);
}

void StageWalk::enter(FunctionDecl const& function, bool on_object, unsigned parameter,
                      clang::SourceLocation place) {
    if (!entered_.emplace(function.getCanonicalDecl(), parameter).second) return;
    FunctionDecl const* definition = nullptr;
    if (!function.hasBody(definition)) {
        if (!function.isPureVirtual() && !function.isDefaulted())
            refuse(place, "`" + function.getQualifiedNameAsString() +
                              "` is called, which this unit does not define");
        return;
    }
    Frame const around = std::exchange(frame_, {.detours = frame_.detours + 1,
                                                .this_is_object = on_object,
                                                .may_return_it = may_return_object(function)});
    TraverseStmt(definition->getBody());
    frame_ = around;
}

void StageWalk::give_away(clang::SourceLocation location) {
    refuse(location, "the object is given away");
}

void StageWalk::refuse(clang::SourceLocation location, std::string const& what) {
    diagnostics_.refuse("C0401", unit_.place(location),
                        what + " while `" + stage_.getQualifiedNameAsString() +
                            "` is constructed or destroyed, when some virtual functions are "
                            "not yet those of `" +
                            hierarchy_.target().getQualifiedNameAsString() + "`",
                        "call the function with its class in front, in the constructor or "
                        "destructor itself");
}

} // namespace collapse

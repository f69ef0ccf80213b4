// SPDX-License-Identifier: BSD-2-Clause
// A call that does not name its function runs all that it may: functions of that type whose address
// is taken, overriders, and what the library keeps for later.
#include "stage_reach.hpp"

#include <collapse/lib/evaluation/call_arguments.hpp>
#include <collapse/lib/evaluation/constant_code.hpp>
#include <collapse/lib/evaluation/system_code.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;
using clang::Expr;
using clang::FunctionDecl;

namespace {

bool is_made_or_destroyed_by(FunctionDecl const& function) {
    return llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function);
}

/// Classes of the library that keep a function of any type.
bool keeps_function(CXXRecordDecl const& record) {
    return is_of_library(record, {"function", "move_only_function", "packaged_task"});
}

/// Those that keep a function of any type to delete something with.
bool keeps_deleter(CXXRecordDecl const& record) {
    return is_of_library(record, {"shared_ptr", "__shared_ptr"});
}

/// Whether objects of the type may lead to functions: pointers to them, classes of the library that
/// keep one, or that are made for such.
bool holds_function(clang::QualType type);

bool holds_function(clang::TemplateArgument const& argument) {
    if (argument.getKind() == clang::TemplateArgument::Pack)
        return std::ranges::any_of(argument.pack_elements(),
                                   [](auto const& each) { return holds_function(each); });
    if (argument.getKind() == clang::TemplateArgument::Declaration)
        return llvm::isa<FunctionDecl>(argument.getAsDecl());
    return argument.getKind() == clang::TemplateArgument::Type &&
           holds_function(argument.getAsType());
}

bool holds_function(clang::QualType type) {
    type = type.getCanonicalType().getNonReferenceType();
    if (type->isPointerType()) type = type->getPointeeType();
    if (type->isFunctionType() || type->isMemberFunctionPointerType()) return true;
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record) return false;
    auto const* const special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    return keeps_function(*record) || keeps_deleter(*record) ||
           (special && std::ranges::any_of(special->getTemplateArgs().asArray(),
                                           [](auto const& each) { return holds_function(each); }));
}

/// Whether a function of the C library calls nothing that was left with the system before: no
/// handlers of signals, nothing at the program's end.
bool is_self_contained(FunctionDecl const& function) {
    if (!function.isExternC()) return true;
    llvm::StringRef const name = function.getName();
    bool const ends_program = name == "abort" || name == "exit" || name == "_exit" ||
                              name == "_Exit" || name.contains("longjmp");
    if (function.getBuiltinID() != 0) return !ends_program;
    static constexpr llvm::StringRef known[] = {
        "free",   "fflush",        "atoi",        "atol",          "strtol", "strtoul",
        "strtod", "getenv",        "clock",       "time",          "rand",   "srand",
        "usleep", "nanosleep",     "getpid",      "write",         "read",   "aligned_alloc",
        "putc",   "clock_gettime", "sched_yield", "posix_memalign"};
    return llvm::is_contained(known, name);
}

clang::QualType pointee_or_self(clang::QualType type) {
    return type->isPointerType() ? type->getPointeeType() : type;
}

/// Whether the function has the type's parameters and result, `noexcept` or not.
bool takes_alike(FunctionDecl const& function, clang::QualType type) {
    auto const* const its = function.getType()->getAs<clang::FunctionProtoType>();
    auto const* const wanted = type->getAs<clang::FunctionProtoType>();
    return its && wanted &&
           its->getReturnType().getCanonicalType() == wanted->getReturnType().getCanonicalType() &&
           std::ranges::equal(its->param_types(), wanted->param_types(),
                              [](clang::QualType a, clang::QualType b) {
                                  return a.getCanonicalType() == b.getCanonicalType();
                              });
}

bool names_its_class(clang::CallExpr const& call) {
    auto const* const member =
        llvm::dyn_cast<clang::MemberExpr>(call.getCallee()->IgnoreParenImpCasts());
    return member && member->hasQualifier();
}

bool is_or_derives(CXXRecordDecl const& record, CXXRecordDecl const& base) {
    return record.getCanonicalDecl() == base.getCanonicalDecl() || record.isDerivedFrom(&base);
}

/// Finds uses of `this` other than for a member.
class EscapeWalk : public rewrite::SyntaxVisitor {
public:
    bool found = false;

    bool dataTraverseStmtPre(clang::Stmt* code) override {
        auto const* const member = llvm::dyn_cast<clang::MemberExpr>(code);
        return !member || !llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
    }
    bool VisitCXXThisExpr(clang::CXXThisExpr*) override {
        found = true;
        return false;
    }
};

bool gives_itself_away(CXXRecordDecl const& record) {
    EscapeWalk walk;
    for (clang::CXXConstructorDecl* each : record.ctors()) {
        FunctionDecl const* definition = nullptr;
        if (each->isUserProvided() && each->hasBody(definition))
            walk.TraverseDecl(const_cast<FunctionDecl*>(definition));
    }
    return walk.found;
}

} // namespace

void StageReach::walk() {
    for (clang::CXXConstructorDecl const* each : stage_.ctors()) {
        FunctionDecl const* definition = nullptr;
        if (!each->hasBody(definition)) continue;
        frame_ = {.is_made_here = true};
        for (clang::CXXCtorInitializer const* part :
             llvm::cast<clang::CXXConstructorDecl>(definition)->inits())
            if (!part->isBaseInitializer()) TraverseStmt(part->getInit());
        TraverseStmt(definition->getBody());
    }
    if (clang::CXXDestructorDecl const* const destructor = stage_.getDestructor())
        enter(*destructor, false);
    for (clang::FieldDecl const* field : stage_.fields())
        destroy(field->getType());
}

bool StageReach::VisitCallExpr(clang::CallExpr* call) {
    if (FunctionDecl const* const function = call->getDirectCallee()) {
        call_directly(*call, *function);
        return true;
    }
    auto const* const access =
        llvm::dyn_cast<clang::BinaryOperator>(call->getCallee()->IgnoreParenImpCasts());
    if (access && access->isPtrMemOp() && !followed_.contains(access)) {
        clang::QualType const type = access->getRHS()->getType();
        if (auto const* const pointer = type->getAs<clang::MemberPointerType>())
            for (FunctionDecl const* each : callables_.indirect)
                if (auto const* const method = llvm::dyn_cast<CXXMethodDecl>(each);
                    method && takes_alike(*each, pointer->getPointeeType())) {
                    if (method->isVirtual())
                        call_virtual(*call, *method, *access->getLHS());
                    else
                        enter(*method, is_other(*access->getLHS()));
                }
        return true;
    }
    call_by_type(call->getCallee()->getType());
    return true;
}

void StageReach::call_directly(clang::CallExpr const& call, FunctionDecl const& function) {
    auto const* const method = llvm::dyn_cast<CXXMethodDecl>(&function);
    Expr const* const object = object_of(call);
    if (method && method->isVirtual() && object && !names_its_class(call))
        return call_virtual(call, *method, *object);
    bool const of_other = object && is_other(*object);
    if (llvm::isa<clang::CXXDestructorDecl>(function) && object)
        destroy_with_derived(pointee_or_self(object->getType()));
    call_system(call, function);
    if (function.hasBody() || function.isDefaulted()) return enter(function, of_other);
    if (is_of_text(function) && function.getBuiltinID() == 0 && may_be_known_elsewhere())
        refuse(call.getBeginLoc(), "`" + function.getQualifiedNameAsString() +
                                       "` is called, which this unit does not define, and may "
                                       "know the object");
}

void StageReach::call_virtual(clang::CallExpr const& call, CXXMethodDecl const& method,
                              Expr const& object) {
    check_dispatch(call, method, object);
    bool const of_other = is_other(object);
    Expr const* const callee = call.getCallee()->IgnoreParenImpCasts();
    if (is_or_derives(stage_, *method.getParent()))
        enter(*hierarchy_.overrider_during(method, stage_), of_other);
    if (followed_.contains(callee) || followed_.contains(&call)) return;
    enter(method, of_other);
    auto const found = callables_.overriders.find(method.getCanonicalDecl());
    if (found == callables_.overriders.end()) return;
    for (CXXMethodDecl const* each : found->second)
        enter(*each, of_other);
}

/// Functions whose address is taken and that a pointer of this type may point to.
void StageReach::call_by_type(clang::QualType type) {
    clang::QualType const pointee = type->getPointeeType();
    clang::QualType const wanted = (pointee.isNull() ? type : pointee).getCanonicalType();
    for (FunctionDecl const* each : callables_.indirect)
        if (takes_alike(*each, wanted)) enter(*each, false);
}

/// What a function of the library calls in turn.
void StageReach::call_system(clang::CallExpr const& call, FunctionDecl const& function) {
    if (is_of_text(function)) return;
    enter_those_of_system();
    auto const* const method = llvm::dyn_cast<CXXMethodDecl>(&function);
    if (method && keeps_function(*method->getParent())) {
        if (method->getOverloadedOperator() == clang::OO_Call) enter_indirect();
        return;
    }
    bool const is_assignment = method && llvm::isa<clang::CXXOperatorCallExpr>(call);
    bool const gets_function =
        !is_assignment && std::ranges::any_of(call.arguments(), [](Expr const* each) {
            return holds_function(each->getType());
        });
    bool const calls_back = method && !method->isConst() &&
                            holds_function(unit_.context().getRecordType(method->getParent()));
    if (gets_function || calls_back || !is_self_contained(function)) enter_indirect();
}

/// Everything that anybody could have left for a later call.
void StageReach::enter_indirect() {
    for (FunctionDecl const* each : callables_.indirect)
        enter(*each, false);
}

void StageReach::enter_those_of_system() {
    for (FunctionDecl const* each : callables_.of_system)
        enter(*each, false);
}

void StageReach::check_dispatch(clang::CallExpr const& call, CXXMethodDecl const& method,
                                Expr const& object) {
    Expr const* const callee = call.getCallee()->IgnoreParenImpCasts();
    if (followed_.contains(callee) || followed_.contains(&call) || followed_.contains(&object))
        return;
    if (!hierarchy_.contains(method.getParent()) || is_other(object)) return;
    bool const is_this = llvm::isa<clang::CXXThisExpr>(object.IgnoreParenImpCasts());
    if (is_this && frame_.is_made_here) return;
    if (!is_or_derives(stage_, *method.getParent())) return;
    CXXMethodDecl const* const runs = hierarchy_.overrider_during(method, stage_);
    if (runs->isPureVirtual() || runs == hierarchy_.final_overrider(method)) return;
    refuse(call.getExprLoc(),
           "`" + runs->getQualifiedNameAsString() + "` may be called on the object");
}

/// A variable of the function that runs, a temporary, or a member of one. What the function began
/// after the object is not the object; what a lambda captured may be older.
bool StageReach::is_other(Expr const& object) const {
    Expr const* const core = object.IgnoreParenImpCasts();
    if (llvm::isa<clang::CXXThisExpr>(core)) return frame_.is_other;
    if (auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(core)) {
        auto const* const variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
        return variable && variable->hasLocalStorage() && variable->getType()->isRecordType() &&
               !name->refersToEnclosingVariableOrCapture();
    }
    if (auto const* const member = llvm::dyn_cast<clang::MemberExpr>(core)) {
        Expr const& owner = *member->getBase()->IgnoreParenImpCasts();
        CXXRecordDecl const* const of = owner.getType()->getPointeeCXXRecordDecl();
        bool const is_part_of_this =
            llvm::isa<clang::CXXThisExpr>(owner) && hierarchy_.contains(of);
        return member->getMemberDecl()->getType()->isRecordType() &&
               (is_part_of_this || (!member->isArrow() && is_other(owner)));
    }
    return llvm::isa<clang::MaterializeTemporaryExpr, clang::CXXConstructExpr>(core);
}

void StageReach::enter(FunctionDecl const& function, bool is_other) {
    FunctionDecl const* definition = nullptr;
    if (!function.hasBody(definition)) return;
    if (!is_of_text(*definition) && !share_.has_share_in(*definition)) return;
    if (!entered_.emplace(definition, is_other).second) return;
    Frame const around = std::exchange(
        frame_, {.is_made_here = is_made_or_destroyed_by(function), .is_other = is_other});
    if (auto const* const made = llvm::dyn_cast<clang::CXXConstructorDecl>(definition))
        for (clang::CXXCtorInitializer const* each : made->inits())
            TraverseStmt(each->getInit());
    TraverseStmt(definition->getBody());
    frame_ = around;
}

bool StageReach::VisitCXXConstructExpr(clang::CXXConstructExpr* made) {
    clang::CXXConstructorDecl const& constructor = *made->getConstructor();
    enter(constructor, true);
    if (is_of_text(constructor)) return true;
    enter_those_of_system();
    bool const gets_function = std::ranges::any_of(
        made->arguments(), [](Expr const* each) { return holds_function(each->getType()); });
    if (gets_function && !keeps_function(*constructor.getParent())) enter_indirect();
    return true;
}

bool StageReach::VisitCXXInheritedCtorInitExpr(clang::CXXInheritedCtorInitExpr* made) {
    enter(*made->getConstructor(), true);
    return true;
}

bool StageReach::VisitCXXNewExpr(clang::CXXNewExpr* made) {
    if (FunctionDecl const* const function = made->getOperatorNew()) enter(*function, false);
    enter_those_of_system();
    return true;
}

/// The first use of a variable of a thread makes it.
bool StageReach::VisitDeclRefExpr(clang::DeclRefExpr* name) {
    auto const* const variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (!variable || !is_made_on_use(*variable)) return true;
    if (!made_.insert(variable).second) return true;
    destroy(variable->getType());
    clang::VarDecl const* const initialised = variable->getInitializingDeclaration();
    return !initialised || TraverseStmt(const_cast<Expr*>(initialised->getInit()));
}

/// What `auto [a, b] = pair` calls for `a` and `b`.
bool StageReach::VisitBindingDecl(clang::BindingDecl* binding) {
    clang::VarDecl* const variable = binding->getHoldingVar();
    return !variable || !variable->getInit() || TraverseStmt(variable->getInit());
}

bool StageReach::VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr* made) {
    destroy(made->getType());
    return true;
}

bool StageReach::VisitCXXDeleteExpr(clang::CXXDeleteExpr* destroyed) {
    if (FunctionDecl const* const function = destroyed->getOperatorDelete())
        enter(*function, false);
    enter_those_of_system();
    if (!destroyed->getDestroyedType().isNull())
        destroy_with_derived(destroyed->getDestroyedType());
    return true;
}

bool StageReach::VisitVarDecl(clang::VarDecl* variable) {
    if (variable->hasLocalStorage()) destroy(variable->getType());
    return true;
}

void StageReach::destroy(clang::QualType type) {
    CXXRecordDecl const* record = unit_.context().getBaseElementType(type)->getAsCXXRecordDecl();
    record = record ? record->getDefinition() : nullptr;
    if (!record || !destroyed_.insert(record).second) return;
    if (!is_of_text(*record)) destroy_of_system(*record);
    if (clang::CXXDestructorDecl const* const destructor = record->getDestructor())
        enter(*destructor, true);
    for (clang::FieldDecl const* each : record->fields())
        destroy(each->getType());
    for (clang::CXXBaseSpecifier const& each : record->bases())
        destroy(each.getType());
}

void StageReach::destroy_with_derived(clang::QualType type) {
    destroy(type);
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    auto const found =
        record ? callables_.derived.find(record->getCanonicalDecl()) : callables_.derived.end();
    if (found == callables_.derived.end()) return;
    for (CXXRecordDecl const* each : found->second)
        destroy(unit_.context().getRecordType(each));
}

/// Containers and smart pointers destroy what they are made for.
void StageReach::destroy_of_system(CXXRecordDecl const& record) {
    enter_those_of_system();
    if (holds_function(unit_.context().getRecordType(&record))) enter_indirect();
    auto const* const special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    if (!special) return;
    for (clang::TemplateArgument const& each : special->getTemplateArgs().asArray())
        if (each.getKind() == clang::TemplateArgument::Type) destroy_with_derived(each.getAsType());
}

bool StageReach::is_of_text(clang::Decl const& declaration) const {
    return unit_.offset(declaration.getLocation()).has_value();
}

/// Whether a constructor of the hierarchy gives `this` away, or other units can name an object.
bool StageReach::may_be_known_elsewhere() const {
    return callables_.global.contains(hierarchy_.target().getCanonicalDecl()) ||
           gives_itself_away(hierarchy_.target()) ||
           std::ranges::any_of(hierarchy_.bases(),
                               [](Base const& base) { return gives_itself_away(*base.record); });
}

void StageReach::refuse(clang::SourceLocation location, std::string const& what) {
    if (!unit_.offset(location)) location = stage_.getLocation();
    std::string const message = what + " while `" + stage_.getQualifiedNameAsString() +
                                "` is constructed or destroyed, when some virtual functions are "
                                "not those of `" +
                                hierarchy_.target().getQualifiedNameAsString() + "`";
    if (!refused_.insert(message).second) return;
    diagnostics_.refuse("C0401", unit_.place(location), message,
                        "let the constructors and the destructor of the base, and what they call, "
                        "call virtual functions on `this` only");
}

} // namespace collapse

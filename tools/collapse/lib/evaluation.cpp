// SPDX-License-Identifier: BSD-2-Clause
// Classifies expressions by a list of what is known to be harmless; the rest counts as acting.
#include "evaluation.hpp"

#include <rewrite/lib/clang.hpp>

#include <clang/Basic/Builtins.h>

#include <llvm/ADT/StringSwitch.h>

#include <algorithm>
#include <optional>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::CXXRecordDecl;
using clang::Expr;
using clang::FunctionDecl;
using clang::ParmVarDecl;
using clang::Stmt;

namespace {

bool is_move_or_forward(FunctionDecl const& function) {
    unsigned const builtin = function.getBuiltinID();
    return builtin == clang::Builtin::BImove || builtin == clang::Builtin::BIforward ||
           builtin == clang::Builtin::BIaddressof || builtin == clang::Builtin::BI__addressof;
}

bool takes_only_constant(FunctionDecl const& function) {
    return std::ranges::all_of(function.parameters(), [](ParmVarDecl const* parameter) {
        clang::QualType const type = parameter->getType();
        bool const refers = type->isReferenceType() || type->isPointerType();
        return !refers || type->getPointeeType().isConstQualified();
    });
}

/// The variable or object at the beginning of `a.b[2].c`.
Expr const& root_of(Expr const& place) {
    Expr const* inner = place.IgnoreParenCasts();
    for (;;) {
        auto const* const member = llvm::dyn_cast<clang::MemberExpr>(inner);
        auto const* const element = llvm::dyn_cast<clang::ArraySubscriptExpr>(inner);
        if (member && !member->isArrow() && !member->getMemberDecl()->getType()->isReferenceType())
            inner = member->getBase()->IgnoreParenCasts();
        else if (element && element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
            inner = element->getBase()->IgnoreParenCasts();
        else
            return *inner;
    }
}

/// Whether code outside the system's headers may run when the type is used: its own classes, and
/// functions that are called through pointers.
bool involves_text(clang::QualType type);

bool involves_text(llvm::ArrayRef<clang::TemplateArgument> arguments) {
    return std::ranges::any_of(arguments, [](clang::TemplateArgument const& argument) {
        if (argument.getKind() == clang::TemplateArgument::Type)
            return involves_text(argument.getAsType());
        if (argument.getKind() == clang::TemplateArgument::Pack)
            return involves_text(argument.getPackAsArray());
        return argument.getKind() != clang::TemplateArgument::Integral;
    });
}

bool involves_text(clang::QualType type) {
    type = type.getCanonicalType().getNonReferenceType();
    while (auto const* const array = type->getAsArrayTypeUnsafe())
        type = array->getElementType();
    if (type->isPointerType()) return type->getPointeeType()->isFunctionType();
    if (type->isFunctionType() || type->isMemberPointerType()) return true;
    clang::CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record) return false;
    if (!is_of_system(*record))
        return !record->hasDefinition() || !record->isTrivial() || record->isLambda();
    auto const* const special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    return special && involves_text(special->getTemplateArgs().asArray());
}

/// How many template arguments of a class of the standard library are types of elements of which
/// its default constructor makes none; nothing if the class is not known to be harmless.
std::optional<unsigned> elements_left_out(clang::CXXRecordDecl const& record) {
    if (!record.isInStdNamespace() || !record.getIdentifier()) return std::nullopt;
    return llvm::StringSwitch<std::optional<unsigned>>(record.getName())
        .Cases("map", "multimap", "unordered_map", "unordered_multimap", 2U)
        .Cases("set", "multiset", "unordered_set", "unordered_multiset", 1U)
        .Cases("vector", "deque", "list", "forward_list", 1U)
        .Cases("unique_ptr", "shared_ptr", "weak_ptr", "optional", "span", 1U)
        .Cases("function", "move_only_function", "initializer_list", 1U)
        .Cases("basic_string", "basic_string_view", "pair", "tuple", "array", 0U)
        .Cases("atomic", "any", "mutex", "recursive_mutex", "shared_mutex", 0U)
        .Cases("condition_variable", "condition_variable_any", "thread", "allocator", 0U)
        .Cases("mersenne_twister_engine", "complex", "bitset", 0U)
        .Default(std::nullopt);
}

/// Of a constructor of the system that is called by default or by values.
Stability system_stability(CXXConstructorDecl const& constructor, bool by_default) {
    clang::CXXRecordDecl const& record = *constructor.getParent();
    std::optional<unsigned> const left_out = elements_left_out(record);
    if (!left_out && !constructor.isConstexpr()) return Stability::acts;
    auto const* const own = constructor.getTemplateSpecializationArgs();
    if (own && !by_default && involves_text(own->asArray())) return Stability::acts;
    auto const* const special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    if (!special) return Stability::stable;
    auto const arguments = special->getTemplateArgs().asArray();
    size_t const skipped =
        by_default ? std::min<size_t>(left_out.value_or(0), arguments.size()) : 0;
    // what follows the elements, a comparison or an allocator over them, is of the system or not
    bool const harmless = std::ranges::none_of(
        arguments.drop_front(skipped), [&](clang::TemplateArgument const& argument) {
            bool const is_type = argument.getKind() == clang::TemplateArgument::Type;
            clang::CXXRecordDecl const* const type =
                is_type ? argument.getAsType()->getAsCXXRecordDecl() : nullptr;
            return !(skipped > 0 && type && is_of_system(*type)) &&
                   involves_text(llvm::ArrayRef(argument));
        });
    return harmless ? Stability::stable : Stability::acts;
}

/// Whether the value of an object of the type is all that is read when it is read.
bool holds_its_value(clang::QualType type) {
    type = type.getCanonicalType().getNonReferenceType();
    if (type->isArithmeticType() || type->isEnumeralType() || type->isNullPtrType()) return true;
    clang::CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record) return false;
    if (is_of_system(*record) && record->isEmpty()) return true; // tags
    if (!record->isInStdNamespace() || !record->getIdentifier()) return false;
    auto const* const special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    llvm::StringRef const name = record->getName();
    bool const owns = name == "basic_string" || name == "vector" || name == "initializer_list" ||
                      name == "duration";
    return owns && special && holds_its_value(special->getTemplateArgs()[0].getAsType());
}

/// Looks for what a constexpr function does that depends on more than its arguments: it need not
/// be a constant expression for all of them, and a template need not be one for any.
class ConstantCode : public clang::RecursiveASTVisitor<ConstantCode> {
public:
    Stability result = Stability::stable;

    bool shouldVisitImplicitCode() const { return true; }

    bool VisitCallExpr(clang::CallExpr* call) {
        FunctionDecl const* const function = call->getDirectCallee();
        return function ? enter(*function) : acts();
    }
    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) {
        return made->getConstructor()->isTrivial() || enter(*made->getConstructor());
    }
    bool VisitCXXNewExpr(clang::CXXNewExpr*) { return acts(); }
    bool VisitCXXDeleteExpr(clang::CXXDeleteExpr*) { return acts(); }
    bool VisitBinaryOperator(clang::BinaryOperator* operation) {
        return !operation->isAssignmentOp() || writes(*operation->getLHS());
    }
    bool VisitUnaryOperator(clang::UnaryOperator* operation) {
        return !operation->isIncrementDecrementOp() || writes(*operation->getSubExpr());
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* name) {
        auto const* const variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
        if (variable && variable->hasGlobalStorage() && !variable->getType().isConstQualified())
            result = std::max(result, Stability::reads);
        return true;
    }

    bool enter(FunctionDecl const& function) {
        if (!function.isConstexpr()) return acts();
        if (auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function))
            if (method->isVirtual()) return acts();
        if (is_of_system(function)) return involves_text(function) ? acts() : true;
        if (!seen_.insert(function.getCanonicalDecl()).second) return true;
        FunctionDecl const* definition = nullptr;
        if (!function.hasBody(definition)) return function.isDefaulted() || acts();
        if (auto const* const constructor = llvm::dyn_cast<CXXConstructorDecl>(definition))
            for (clang::CXXCtorInitializer const* each : constructor->inits())
                if (!TraverseStmt(each->getInit())) return false;
        return TraverseStmt(definition->getBody());
    }

private:
    bool acts() {
        result = Stability::acts;
        return false;
    }

    bool writes(Expr const& place) {
        auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&root_of(place));
        auto const* const variable =
            name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
        bool const own =
            variable && !variable->hasGlobalStorage() && !variable->getType()->isReferenceType();
        return own || acts();
    }

    static bool involves_text(FunctionDecl const& function) {
        auto const* const arguments = function.getTemplateSpecializationArgs();
        clang::QualType const returned = function.getReturnType();
        if (arguments && collapse::involves_text(arguments->asArray())) return true;
        if (!returned->isReferenceType() && collapse::involves_text(returned)) return true;
        return std::ranges::any_of(function.parameters(), [](ParmVarDecl const* parameter) {
            return collapse::involves_text(parameter->getType());
        });
    }

    std::set<FunctionDecl const*> seen_;
};

Stability constant_stability(FunctionDecl const& function) {
    ConstantCode code;
    code.enter(function);
    return code.result;
}

/// An object that never changes: a constant that the compiler knows, a literal, or a constant
/// member of the object under construction.
bool is_constant(Expr const& root) {
    if (llvm::isa<clang::StringLiteral>(root)) return true;
    if (auto const* const member = llvm::dyn_cast<clang::MemberExpr>(&root)) {
        clang::QualType const type = member->getMemberDecl()->getType();
        return llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) &&
               type.isConstQualified() && type->isScalarType();
    }
    auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&root);
    auto const* const variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (!variable || llvm::isa<ParmVarDecl>(variable)) return false;
    clang::QualType const type = variable->getType();
    if (type->isReferenceType() || !type.isConstQualified()) return false;
    clang::CXXRecordDecl const* const record =
        type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (record && record->hasMutableFields()) return false;
    clang::VarDecl const* const initialised = variable->getInitializingDeclaration();
    return initialised && !initialised->getInit()->isValueDependent() &&
           initialised->hasConstantInitialization();
}

class Classifier {
public:
    explicit Classifier(ParameterFacts const& facts) : facts_(facts) {}

    Stability of(Expr const& expression) const {
        if (auto const* const cast = llvm::dyn_cast<clang::CastExpr>(&expression))
            return of_cast(*cast);
        if (auto const* const call = llvm::dyn_cast<clang::CallExpr>(&expression))
            return of_call(*call);
        if (auto const* const made = llvm::dyn_cast<clang::CXXConstructExpr>(&expression))
            return of_construction(*made);
        if (auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&expression))
            return of_name(*name);
        if (auto const* const unary = llvm::dyn_cast<clang::UnaryOperator>(&expression))
            return unary->isIncrementDecrementOp() ? Stability::acts : of(*unary->getSubExpr());
        if (auto const* const binary = llvm::dyn_cast<clang::BinaryOperator>(&expression))
            return binary->isAssignmentOp() ? Stability::acts : of_children(expression);
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultInitExpr>(&expression))
            return defaulted->getExpr() ? of(*defaulted->getExpr()) : Stability::acts;
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&expression))
            return of(*defaulted->getExpr());
        if (auto const* const list = llvm::dyn_cast<clang::InitListExpr>(&expression))
            return list->getArrayFiller()
                       ? std::max(of(*list->getArrayFiller()), of_children(expression))
                       : of_children(expression);
        if (llvm::isa<clang::LambdaExpr>(expression))
            return std::max(Stability::reads, of_children(expression));
        return is_harmless(expression) ? of_children(expression) : Stability::acts;
    }

private:
    static bool is_harmless(Expr const& expression) {
        return llvm::isa<
            clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral,
            clang::StringLiteral, clang::CXXBoolLiteralExpr, clang::CXXNullPtrLiteralExpr,
            clang::UnaryExprOrTypeTraitExpr, clang::ImplicitValueInitExpr,
            clang::CXXScalarValueInitExpr, clang::CXXThisExpr, clang::TypeTraitExpr,
            clang::OffsetOfExpr, clang::SubstNonTypeTemplateParmExpr, clang::GNUNullExpr,
            clang::PredefinedExpr, clang::ParenExpr, clang::FullExpr,
            clang::MaterializeTemporaryExpr, clang::CXXBindTemporaryExpr, clang::InitListExpr,
            clang::MemberExpr, clang::ArraySubscriptExpr, clang::ConditionalOperator,
            clang::ArrayInitLoopExpr, clang::ArrayInitIndexExpr, clang::OpaqueValueExpr,
            clang::CXXNoexceptExpr, clang::CXXStdInitializerListExpr>(expression);
    }

    Stability of_children(Stmt const& parent) const {
        if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr>(parent))
            return Stability::stable; // not evaluated
        auto result = Stability::stable;
        for (Stmt const* each : parent.children())
            if (auto const* const part = llvm::dyn_cast_or_null<Expr>(each))
                result = std::max(result, of(*part));
        return result;
    }

    Stability of_name(clang::DeclRefExpr const& name) const {
        auto const* const parameter = llvm::dyn_cast<ParmVarDecl>(name.getDecl());
        auto const known = facts_.arguments.find(parameter);
        return known == facts_.arguments.end() ? Stability::stable : known->second;
    }

    Stability of_cast(clang::CastExpr const& cast) const {
        Expr const& inner = *cast.getSubExpr();
        if (cast.getCastKind() == clang::CK_LValueToRValue) return of_reading(inner);
        if (cast.getCastKind() == clang::CK_Dynamic) return Stability::acts;
        return of(inner);
    }

    Stability of_reading(Expr const& place) const {
        clang::QualType const type = place.getType();
        if (type.isVolatileQualified()) return Stability::acts;
        Stability const identity = of(place);
        Expr const& root = root_of(place);
        if (type.isConstQualified() && is_constant(root)) return identity;
        if (place.isPRValue() || root.isPRValue() ||
            llvm::isa<clang::MaterializeTemporaryExpr>(root))
            return identity;
        auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&root);
        auto const* const parameter = name ? llvm::dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
        bool const own = parameter && !parameter->getType()->isReferenceType();
        if (own && !facts_.modified.contains(parameter)) return identity;
        return std::max(identity, Stability::reads);
    }

    /// An argument whose value is read, and what it refers or points to.
    Stability of_argument(Expr const& argument) const {
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&argument))
            return of_argument(*defaulted->getExpr());
        Expr const& place = *argument.IgnoreParenImpCasts();
        Stability const own = argument.isGLValue() ? of_reading(argument) : of(argument);
        if (place.getType()->isArrayType()) return std::max(own, of_reading(place));
        bool const whole = holds_its_value(argument.getType()) || place.getType()->isNullPtrType();
        return whole ? own : std::max(own, Stability::reads);
    }

    template<class Call>
    Stability of_arguments(Call const& call) const {
        auto result = Stability::stable;
        for (Expr const* argument : call.arguments())
            result = std::max(result, of_argument(*argument));
        return result;
    }

    Stability of_call(clang::CallExpr const& call) const {
        FunctionDecl const* const function = call.getDirectCallee();
        if (!function) return Stability::acts;
        if (is_move_or_forward(*function)) return of(*call.getArg(0));
        if (!function->isConstexpr() || !takes_only_constant(*function)) return Stability::acts;
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
        if (method && method->isInstance() && !method->isConst()) return Stability::acts;
        Stability const parts =
            std::max({of_children(call), of_arguments(call), constant_stability(*function)});
        return method && method->isInstance() ? std::max(parts, Stability::reads) : parts;
    }

    Stability of_construction(clang::CXXConstructExpr const& made) const {
        CXXConstructorDecl const& constructor = *made.getConstructor();
        Stability const parts = of_children(made);
        if (constructor.isCopyOrMoveConstructor() && made.getNumArgs() == 1) {
            Stability const place = of_reading(*made.getArg(0));
            if (constructor.isTrivial()) return std::max(parts, place);
            if (constructor.isMoveConstructor() && made.getArg(0)->isXValue())
                return Stability::acts;
            if (is_of_system(constructor))
                return std::max({parts, place, system_stability(constructor, false)});
        }
        if (made.getNumArgs() == 0) return construction_stability(constructor);
        if (!constructor.isConstexpr() && !is_of_system(constructor))
            return std::max({parts, of_arguments(made), construction_stability(constructor)});
        if (!takes_only_constant(constructor)) return Stability::acts;
        bool const by_default = std::ranges::all_of(made.arguments(), [](Expr const* argument) {
            Expr const& given = *argument->IgnoreParenImpCasts();
            clang::CXXRecordDecl const* const type = given.getType()->getAsCXXRecordDecl();
            bool const is_nothing = type && type->isInStdNamespace() && type->getIdentifier() &&
                                    type->getName() == "nullopt_t";
            return is_nothing || llvm::isa<clang::CXXDefaultArgExpr>(given) ||
                   given.getType()->isNullPtrType();
        });
        Stability const own = is_of_system(constructor) ? system_stability(constructor, by_default)
                                                        : constant_stability(constructor);
        return std::max({parts, by_default ? Stability::stable : of_arguments(made), own});
    }

    ParameterFacts const& facts_;
};

/// Walks down from the code, knowing whether a name there would only be read.
class Modifications {
public:
    std::set<ParmVarDecl const*> found;

    void scan(Stmt const& code, bool reads) {
        if (auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&code)) {
            auto const* const parameter = llvm::dyn_cast<ParmVarDecl>(name->getDecl());
            if (parameter && !reads && !name->getType().isConstQualified()) found.insert(parameter);
            return;
        }
        bool const inner_reads = reads_inside(code, reads);
        for (Stmt const* each : code.children())
            if (each) scan(*each, inner_reads);
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&code))
            scan(*defaulted->getExpr(), reads);
    }

private:
    static bool reads_inside(Stmt const& code, bool reads) {
        if (auto const* const cast = llvm::dyn_cast<clang::CastExpr>(&code)) {
            if (cast->getCastKind() == clang::CK_LValueToRValue) return true;
            if (cast->isGLValue()) return reads || cast->getType().isConstQualified();
            return false;
        }
        if (auto const* const member = llvm::dyn_cast<clang::MemberExpr>(&code))
            return reads || member->getMemberDecl()->getType()->isReferenceType();
        return reads && llvm::isa<clang::ParenExpr, clang::ArraySubscriptExpr>(code);
    }
};

class Names : public clang::RecursiveASTVisitor<Names> {
public:
    std::set<ParmVarDecl const*> found;

    bool VisitDeclRefExpr(clang::DeclRefExpr* name) {
        if (auto const* const parameter = llvm::dyn_cast<ParmVarDecl>(name->getDecl()))
            found.insert(parameter);
        return true;
    }
};

} // namespace

bool is_of_system(clang::Decl const& declaration) {
    clang::SourceManager const& sources = declaration.getASTContext().getSourceManager();
    return sources.isInSystemHeader(sources.getExpansionLoc(declaration.getLocation()));
}

Stability stability_of(Expr const& expression, ParameterFacts const& facts) {
    return Classifier(facts).of(expression);
}

Stability construction_stability(CXXConstructorDecl const& constructor) {
    if (constructor.isTrivial()) return Stability::stable;
    if (is_of_system(constructor)) return system_stability(constructor, true);
    if (constructor.isConstexpr() && constructor.getNumParams() == 0)
        return constant_stability(constructor);
    FunctionDecl const* definition = nullptr;
    if (!constructor.hasBody(definition)) return Stability::acts;
    auto const* const body = llvm::dyn_cast<clang::CompoundStmt>(definition->getBody());
    if (!body || !body->body_empty()) return Stability::acts;
    auto result = Stability::stable;
    for (auto const* each : llvm::cast<CXXConstructorDecl>(definition)->inits())
        result = std::max(result, stability_of(*each->getInit(), {}));
    return result;
}

std::set<ParmVarDecl const*> modified_parameters(Stmt const& code) {
    Modifications modifications;
    modifications.scan(code, false);
    return std::move(modifications.found);
}

std::set<ParmVarDecl const*> named_parameters(Stmt const& code) {
    Names names;
    names.TraverseStmt(const_cast<Stmt*>(&code));
    return std::move(names.found);
}

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Puts the arguments of base constructors in the place of their parameters, where nobody can tell.
#include "initialiser_walk.hpp"
#include <collapse/lib/evaluation/destruction.hpp>
#include <collapse/lib/evaluation/system_code.hpp>
#include <collapse/lib/evaluation/throwing.hpp>

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::Expr;
using clang::ParmVarDecl;

namespace {

bool needs_no_parentheses(Expr const& argument) {
    Expr const& spelled = *const_cast<Expr&>(argument).IgnoreUnlessSpelledInSource();
    return llvm::isa<clang::DeclRefExpr, clang::IntegerLiteral, clang::CXXBoolLiteralExpr,
                     clang::CharacterLiteral, clang::StringLiteral, clang::CXXNullPtrLiteralExpr,
                     clang::CXXThisExpr, clang::MemberExpr, clang::ParenExpr,
                     clang::CXXNamedCastExpr>(spelled);
}

/// Whether the declarator stands around the parameter's name: `int (*f)(int)`, `int a[]`.
bool is_wound_around_name(clang::QualType type) {
    clang::QualType const target =
        type->isReferenceType() || type->isPointerType() ? type->getPointeeType() : type;
    return target->isFunctionType() || target->isArrayType() || type->isMemberPointerType();
}

bool has_member(Hierarchy const& hierarchy, clang::CXXRecordDecl const& record,
                std::string const& name) {
    return std::ranges::any_of(record.decls(), [&](clang::Decl const* each) {
        auto const* const named = llvm::dyn_cast<clang::NamedDecl>(each);
        return named && (named->getNameAsString() == name || hierarchy.name_of(*named) == name);
    });
}

/// The name, with underscores after it while the flat class has a member of that name.
std::string free_name(Hierarchy const& hierarchy, std::string name) {
    auto const is_taken = [&] {
        return has_member(hierarchy, hierarchy.target(), name) ||
               std::ranges::any_of(hierarchy.bases(), [&](Base const& base) {
                   return has_member(hierarchy, *base.record, name);
               });
    };
    while (is_taken())
        name += '_';
    return name;
}

/// The base's name, qualified where another base has the same.
std::string unique_name(Hierarchy const& hierarchy, clang::CXXRecordDecl const& base) {
    std::string const plain = base.getNameAsString();
    bool const is_unique = std::ranges::count_if(hierarchy.bases(), [&](Base const& each) {
                               return each.record->getNameAsString() == plain;
                           }) == 1;
    if (is_unique) return plain;
    std::string qualified = base.getQualifiedNameAsString();
    for (size_t colon; (colon = qualified.find("::")) != std::string::npos;)
        qualified.replace(colon, 2, "_");
    return qualified;
}

} // namespace

std::string construct_name(Hierarchy const& hierarchy, CXXConstructorDecl const& constructor) {
    clang::CXXRecordDecl const& base = *constructor.getParent()->getDefinition();
    std::string const name = unique_name(hierarchy, base) + "_construct";
    unsigned number = 0;
    unsigned declared = 0;
    for (CXXConstructorDecl const* each : base.ctors()) {
        if (each->isImplicit() || each->isDefaulted() || each->isDeleted()) continue;
        ++declared;
        if (each->getCanonicalDecl() == constructor.getCanonicalDecl()) number = declared;
    }
    return free_name(hierarchy, number <= 1 ? name : name + "_" + std::to_string(number));
}

std::string destruct_name(Hierarchy const& hierarchy, clang::CXXRecordDecl const& base) {
    return free_name(hierarchy, unique_name(hierarchy, base) + "_destruct");
}

void InitialiserWalk::bind_arguments(CXXConstructorDecl const& definition,
                                     std::vector<Expr const*> const& arguments) {
    if (definition.isVariadic() || definition.getTemplateInstantiationPattern())
        return refuse("C0402", definition.getLocation(),
                      "`" + definition.getParent()->getQualifiedNameAsString() +
                          "` is initialised by a constructor template or one with `...`",
                      "write a constructor with these parameters");
    for (size_t i = 0; i < arguments.size() && i < definition.getNumParams(); ++i) {
        Expr const* argument = arguments[i];
        bool const is_default = llvm::isa<clang::CXXDefaultArgExpr>(argument);
        if (auto const* const defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(argument))
            argument = defaulted->getExpr();
        if (is_default && is_bound_to_its_place(*argument) &&
            !is_written_once(*definition.getParent()->getDefinition()))
            return refuse_copies(argument->getBeginLoc());
        bind(*definition.getParamDecl(i), *argument, definition);
    }
}

void InitialiserWalk::bind(ParmVarDecl const& parameter, Expr const& argument,
                           CXXConstructorDecl const& definition) {
    Stability const stability = stability_of(argument, facts_);
    ParameterUses const uses = uses_of(parameter, definition, stability, facts_);
    note_uses(argument);
    facts_.arguments[&parameter] = stability;
    if (stability != Stability::stable && may_throw(argument, context_.hierarchy))
        risks_.push_back({.code = &argument, .at = steps_.size()});
    std::string const title = "the argument for `" + parameter.getNameAsString() + "` of `" +
                              definition.getParent()->getQualifiedNameAsString() + "` ";
    auto const refuse_argument = [&](Obstacle const& obstacle) {
        refuse("C0404", argument.getBeginLoc(), title + obstacle.why, obstacle.help);
    };
    if (std::optional<Obstacle> const found = obstacle_to(parameter, argument, uses))
        return refuse_argument(*found);
    if (uses.count == 0 && !uses.in_body) return;
    if (stability != Stability::stable || !may_be_repeated(parameter, argument, uses))
        pending_.push_back({.parameter = &parameter,
                            .argument = &argument,
                            .called_at = steps_.size(),
                            .stability = stability,
                            .place = context_.unit.place(argument.getBeginLoc())});
    std::optional<std::string> const text = text_for(parameter, argument, uses.is_changed);
    if (!text)
        return refuse_argument({"cannot be written in the place of the parameter",
                                "give the argument exactly the parameter's type"});
    texts_[&parameter] = *text;
}

/// What forbids that the argument takes the parameter's place.
std::optional<InitialiserWalk::Obstacle>
InitialiserWalk::obstacle_to(ParmVarDecl const& parameter, Expr const& argument,
                             ParameterUses const& uses) const {
    Stability const stability = facts_.arguments.at(&parameter);
    if (uses.count == 0 && !uses.in_body) {
        if (stability != Stability::acts) return std::nullopt;
        return Obstacle{"has effects, but nothing uses the parameter", "remove it"};
    }
    if (uses.is_displaced)
        return Obstacle{"would stand where it is not evaluated once",
                        "use the initialised member there"};
    bool const is_repeatable =
        stability == Stability::stable && may_be_repeated(parameter, argument, uses);
    if (is_repeatable || may_be_deferred(parameter, argument, uses)) return std::nullopt;
    if (uses.is_changed && !parameter.getType()->isReferenceType())
        return Obstacle{"is changed by the initialisers", "change the member instead"};
    return uses.in_body ? Obstacle{"cannot be evaluated again for the constructor's body",
                                   "use the initialised member in the body"}
                        : Obstacle{"would not be evaluated exactly once",
                                   "initialise one member by it, by nothing else, and use that"};
}

/// The argument as an expression of the parameter's type; nothing if there is no way to say it.
std::optional<std::string> InitialiserWalk::text_for(ParmVarDecl const& parameter,
                                                     Expr const& argument, bool is_moved_from) {
    clang::QualType const type = parameter.getType();
    if (has_doubtful_conversion(argument)) return std::nullopt;
    Expr const* spelled = const_cast<Expr&>(argument).IgnoreUnlessSpelledInSource();
    if (auto const* const call = llvm::dyn_cast<clang::CallExpr>(spelled);
        call && type->isRValueReferenceType() && call->isCallToStdMove())
        spelled = call->getArg(0); // a named rvalue reference is an lvalue
    auto const range = context_.unit.range(spelled->getSourceRange());
    if (!range || range->begin == range->end) return std::nullopt;
    std::string text = rendered(*range);
    if (text.empty() || text.front() == '{') return std::nullopt;
    if (!needs_no_parentheses(*spelled)) text = "(" + text + ")";
    clang::ASTContext const& context = context_.unit.context();
    bool const same_place =
        spelled->isLValue() && context.hasSameType(spelled->getType(), type.getNonReferenceType());
    bool const same_value = context.hasSameUnqualifiedType(spelled->getType(), type);
    if (type->isReferenceType() && same_place) return text;
    if (type->isRValueReferenceType() && !is_moved_from) return std::nullopt;
    if (!type->isReferenceType() && same_value && !is_moved_from &&
        (!type->isRecordType() || (spelled->isLValue() && is_copied_without_trace(type))))
        return text;
    if (is_wound_around_name(type)) return std::nullopt;
    auto const first = context_.unit.offset(parameter.getBeginLoc());
    auto const name = context_.unit.offset(parameter.getLocation());
    if (!first || !name || *name <= *first) return std::nullopt;
    rewrite::Moved const written = context_.writer.moved({*first, *name}, {});
    rewrite::EditPlan whole;
    whole.replace({0, static_cast<uint32_t>(context_.unit.text().size())},
                  rewrite::Fragment{written});
    auto const result = rewrite::render(context_.unit.text(), whole);
    auto const* const shown = std::get_if<rewrite::Rendered>(&result);
    if (!shown) return std::nullopt;
    return "static_cast<" + llvm::StringRef(shown->text).trim().str() + ">(" + text + ")";
}

/// Whether the member that the step initialises would end if the argument fails; it was not there.
bool InitialiserWalk::outlives(ConstructionStep const& step, Once const& once) const {
    bool const is_silent =
        step.body || !step.member || destruction_is_unobservable(step.member->getType());
    return !is_silent && may_throw(*once.argument, context_.hierarchy);
}

/// Arguments that are evaluated where their parameter is used: nothing in between may tell.
void InitialiserWalk::check_once(size_t first_pending) {
    for (size_t i = first_pending; i < pending_.size(); ++i) {
        Once const& once = pending_[i];
        Stability const allowed =
            once.stability == Stability::acts ? Stability::stable : Stability::reads;
        auto const used = used_at_.find(once.parameter);
        size_t const end = used == used_at_.end() ? steps_.size() : used->second;
        for (size_t step = once.called_at; step < end; ++step) {
            if (steps_[step].stability <= allowed && !outlives(steps_[step], once)) continue;
            context_.diagnostics.refuse(
                "C0404", once.place,
                "this argument of a base's constructor would be evaluated after the initialiser "
                "at " +
                    steps_[step].place.file + ":" + std::to_string(steps_[step].place.line),
                "initialise the member that takes it first");
            break;
        }
    }
    pending_.resize(first_pending);
}

void InitialiserWalk::note_uses(clang::Stmt const& code) {
    for (ParmVarDecl const* each : named_parameters(code))
        used_at_[each] = steps_.size();
}

rewrite::Moved InitialiserWalk::moved(rewrite::Range range) const {
    rewrite::Moved result = context_.writer.moved(range, texts_);
    result.own_lines = false;
    return result;
}

std::string InitialiserWalk::rendered(rewrite::Range range) const {
    rewrite::EditPlan whole;
    whole.replace({0, static_cast<uint32_t>(context_.unit.text().size())},
                  rewrite::Fragment{moved(range)});
    auto const result = rewrite::render(context_.unit.text(), whole);
    auto const* const shown = std::get_if<rewrite::Rendered>(&result);
    return shown ? shown->text : std::string{};
}

CXXConstructorDecl const* InitialiserWalk::definition_of(CXXConstructorDecl const& constructor,
                                                         clang::SourceLocation use) {
    clang::FunctionDecl const* definition = nullptr;
    if (!constructor.hasBody(definition)) {
        refuse("C0405", use,
               "this unit does not see the definition of a constructor of `" +
                   constructor.getParent()->getQualifiedNameAsString() + "`",
               "include the file that defines it, or define it in the class");
        return nullptr;
    }
    if (!llvm::isa<clang::CompoundStmt>(definition->getBody())) {
        refuse("C0406", definition->getLocation(),
               "a constructor with a function-try-block cannot be merged", "catch within the body");
        return nullptr;
    }
    return llvm::cast<CXXConstructorDecl>(definition);
}

void InitialiserWalk::refuse(std::string const& code, clang::SourceLocation location,
                             std::string message, std::string help) {
    context_.diagnostics.refuse(code, context_.unit.place(location), std::move(message),
                                std::move(help));
}

} // namespace collapse

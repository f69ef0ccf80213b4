// SPDX-License-Identifier: BSD-2-Clause
// Follows constructors from the target into its bases, in the order in which they run.
#include "initialiser_walk.hpp"

#include "zeroing.hpp"
#include <collapse/lib/evaluation/default_constructor.hpp>
#include <collapse/lib/evaluation/system_code.hpp>
#include <collapse/lib/evaluation/throwing.hpp>

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::CXXCtorInitializer;
using clang::CXXRecordDecl;
using clang::Expr;
using clang::FieldDecl;

namespace {

CXXRecordDecl const& record_of(clang::QualType type) {
    return *type->getAsCXXRecordDecl()->getDefinition();
}

/// The initialiser without what the compiler wraps around it.
Expr const& bare(Expr const& initialiser) {
    Expr const* inner = initialiser.IgnoreParens();
    if (auto const* const full = llvm::dyn_cast<clang::FullExpr>(inner)) inner = full->getSubExpr();
    if (auto const* const bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner))
        inner = bound->getSubExpr();
    return *inner;
}

/// Whether the constructor is declared not to let exceptions out, as opposed to letting none out
/// because nothing of it does.
bool is_said_nothrow(CXXConstructorDecl const* constructor) {
    return constructor && !constructor->isImplicit() && is_nothrow(*constructor);
}

bool has_statements(clang::FunctionDecl const& definition) {
    auto const* const body = llvm::dyn_cast_or_null<clang::CompoundStmt>(definition.getBody());
    return body && !body->body_empty();
}

/// The field of the class that holds a member of an anonymous struct or union.
clang::ValueDecl const* outer_field(clang::ValueDecl const& member) {
    auto const* const indirect = llvm::dyn_cast<clang::IndirectFieldDecl>(&member);
    return indirect ? llvm::cast<clang::ValueDecl>(*indirect->chain_begin()) : &member;
}

} // namespace

void InitialiserWalk::walk_written(CXXConstructorDecl const& definition) {
    for (CXXCtorInitializer const* each : definition.inits())
        facts_.modified.merge(modified_parameters(*each->getInit()));
    construct(definition, true);
    place_bodies();
}

void InitialiserWalk::walk_default() {
    CXXRecordDecl const& target = context_.hierarchy.target();
    for (CXXRecordDecl const* each : context_.hierarchy.construction_order())
        zeroed_.insert(each);
    default_construct(target, true);
    place_bodies();
}

void InitialiserWalk::walk_inherited(CXXConstructorDecl const& of_base) {
    CXXConstructorDecl const* const definition = definition_of(of_base, of_base.getLocation());
    if (!definition) return;
    for (CXXCtorInitializer const* each : definition->inits())
        facts_.modified.merge(modified_parameters(*each->getInit()));
    std::set<clang::ParmVarDecl const*> const in_body = named_parameters(*definition->getBody());
    for (clang::ParmVarDecl const* each : definition->parameters())
        if (in_body.contains(each) && facts_.modified.contains(each) &&
            !each->getType()->isReferenceType())
            return refuse("C0404", each->getLocation(),
                          "`" + each->getNameAsString() +
                              "` is changed by the initialisers and used by the body",
                          "use the initialised member in the body");
    inherit(context_.hierarchy.target(), *definition, true);
    place_bodies();
}

void InitialiserWalk::construct(CXXConstructorDecl const& constructor, bool complete) {
    CXXConstructorDecl const* const definition =
        definition_of(constructor, constructor.getLocation());
    if (!definition) return;
    is_nothrow_ &= collapse::is_nothrow(*definition);
    CXXRecordDecl const& stage = *definition->getParent()->getDefinition();
    Span const span(*this, stage, !complete && is_said_nothrow(definition));
    bool const dependent = definition->isDependentContext();
    if (dependent && !context_.hierarchy.bases().empty())
        return refuse("C0402", definition->getLocation(),
                      "a constructor template of `" +
                          definition->getParent()->getQualifiedNameAsString() +
                          "` cannot be merged with those of bases",
                      "write the constructor for each of its types");
    for (CXXCtorInitializer const* each : definition->inits()) {
        if (each->isBaseInitializer()) {
            if (complete || !each->isBaseVirtual()) initialise_base(*each);
        } else if (each->isDelegatingInitializer()) {
            initialise_by(stage, *each->getInit());
        } else {
            initialise_member(*each, stage);
        }
    }
    if (!complete) note_body(*definition);
}

void InitialiserWalk::initialise_base(CXXCtorInitializer const& initialiser) {
    CXXRecordDecl const& base = record_of(clang::QualType(initialiser.getBaseClass(), 0));
    if (context_.hierarchy.is_flattened(&base)) return initialise_by(base, *initialiser.getInit());
    add_step({.stage = &base, .kept_base = &base}, "::" + base.getQualifiedNameAsString(),
             initialiser);
}

/// Completes the step by what initialises `name`, and takes it.
void InitialiserWalk::add_step(ConstructionStep step, std::string const& name,
                               CXXCtorInitializer const& initialiser) {
    Expr const& by = *initialiser.getInit();
    step.stability = stability_of(by, facts_);
    step.place = context_.unit.place(initialiser.getSourceLocation());
    step.code = &by;
    note_uses(by);
    bool const is_moved = initialiser.isWritten() && step.stage != &context_.hierarchy.target();
    if (is_moved && is_bound_to_its_place(by) && !is_written_once(*step.stage))
        return refuse_copies(initialiser.getSourceLocation());
    if (initialiser.isWritten()) {
        auto const range =
            context_.unit.range({initialiser.getLParenLoc(), initialiser.getRParenLoc()});
        if (!range)
            return refuse("C0503", initialiser.getSourceLocation(),
                          "the text of an initialiser cannot be told from its surroundings",
                          "write it without macros of system headers");
        step.text = {name, moved(*range)};
        step.written = &initialiser;
    }
    steps_.push_back(std::move(step));
}

void InitialiserWalk::initialise_by(CXXRecordDecl const& base, Expr const& initialiser) {
    Expr const& by = bare(initialiser);
    if (auto const* const call = llvm::dyn_cast<clang::CXXConstructExpr>(&by))
        return initialise_by_call(base, *call);
    if (auto const* const inherited = llvm::dyn_cast<clang::CXXInheritedCtorInitExpr>(&by))
        return inherit(base, *inherited->getConstructor(), false);
    initialise_aggregate(base, by);
}

void InitialiserWalk::initialise_by_call(CXXRecordDecl const& base,
                                         clang::CXXConstructExpr const& call) {
    CXXConstructorDecl const& constructor = *call.getConstructor();
    if (call.requiresZeroInitialization()) zero(base);
    if (constructor.isInheritingConstructor()) {
        CXXConstructorDecl const& inherited =
            *constructor.getInheritedConstructor().getConstructor();
        CXXConstructorDecl const* const definition = definition_of(inherited, call.getBeginLoc());
        if (!definition) return;
        size_t const first = pending_.size();
        bind_arguments(*definition, {call.arg_begin(), call.arg_end()});
        inherit(base, *definition, false);
        return check_once(first);
    }
    if (constructor.isUserProvided()) {
        CXXConstructorDecl const* const definition = definition_of(constructor, call.getBeginLoc());
        if (!definition) return;
        size_t const first = pending_.size();
        bind_arguments(*definition, {call.arg_begin(), call.arg_end()});
        construct(*definition, false);
        return check_once(first);
    }
    if (constructor.isCopyOrMoveConstructor())
        return copy_members(base, *call.getArg(0), constructor.isMoveConstructor());
    default_construct(base, false);
}

void InitialiserWalk::initialise_aggregate(CXXRecordDecl const& base, Expr const& list) {
    auto const* const values = llvm::dyn_cast<clang::InitListExpr>(&list);
    clang::InitListExpr const* const written =
        values && values->isSemanticForm() && values->getSyntacticForm()
            ? values->getSyntacticForm()
            : values;
    if (!written || written->getNumInits() != 0)
        return refuse("C0403", list.getBeginLoc(),
                      "`" + base.getQualifiedNameAsString() +
                          "` is initialised as an aggregate, member by member",
                      "give it a constructor");
    zero(base);
    default_construct(base, false);
}

void InitialiserWalk::initialise_member(CXXCtorInitializer const& initialiser,
                                        CXXRecordDecl const& stage) {
    clang::ValueDecl const* const member =
        initialiser.isIndirectMemberInitializer()
            ? static_cast<clang::ValueDecl const*>(initialiser.getIndirectMember())
            : initialiser.getMember();
    add_step({.stage = &stage, .member = member}, context_.hierarchy.name_of(*member), initialiser);
}

void InitialiserWalk::default_construct(CXXRecordDecl const& record, bool complete) {
    Span const span(*this, record, !complete && is_said_nothrow(default_constructor(record)));
    if (complete)
        for (clang::CXXBaseSpecifier const& base : record.vbases())
            default_construct_base(record_of(base.getType()));
    for (clang::CXXBaseSpecifier const& base : record.bases())
        if (!base.isVirtual()) default_construct_base(record_of(base.getType()));
    default_members(record);
}

void InitialiserWalk::default_construct_base(CXXRecordDecl const& base) {
    CXXConstructorDecl const* const constructor = default_constructor(base);
    if (!context_.hierarchy.is_flattened(&base)) {
        bool const was_zeroed =
            zeroed_.contains(&base) && !(constructor && constructor->isUserProvided());
        rewrite::Fragment const zeroes{"::" + base.getQualifiedNameAsString() + "()"};
        steps_.push_back(
            {.stage = &base,
             .kept_base = &base,
             .text = was_zeroed ? zeroes : rewrite::Fragment{},
             .stability = constructor ? construction_stability(*constructor) : Stability::stable,
             .place = context_.unit.place(base.getLocation())});
        return;
    }
    if (!constructor || !constructor->isUserProvided()) return default_construct(base, false);
    CXXConstructorDecl const* const definition = definition_of(*constructor, base.getLocation());
    if (!definition) return;
    std::vector<Expr const*> defaults;
    for (clang::ParmVarDecl const* each : constructor->parameters())
        defaults.push_back(each->getDefaultArg());
    size_t const first = pending_.size();
    bind_arguments(*definition, defaults);
    construct(*definition, false);
    check_once(first);
}

/// Of what initialises the members of an anonymous struct or union in the class.
Stability InitialiserWalk::members_stability(CXXRecordDecl const& record) const {
    auto result = Stability::stable;
    for (FieldDecl const* field : record.fields()) {
        Expr const* const by = field->getInClassInitializer();
        CXXRecordDecl const* const type = field->getType()->getAsCXXRecordDecl();
        if (field->isAnonymousStructOrUnion())
            result = std::max(result, members_stability(*type));
        else if (by)
            result = std::max(result, stability_of(*by, facts_));
        else if (field->hasInClassInitializer() || (type && !type->hasTrivialDefaultConstructor()))
            result = Stability::acts;
    }
    return result;
}

void InitialiserWalk::default_members(CXXRecordDecl const& record) {
    for (FieldDecl const* field : record.fields()) {
        ConstructionStep step{
            .stage = &record, .member = field, .place = context_.unit.place(field->getLocation())};
        if (field->isAnonymousStructOrUnion())
            step.stability = members_stability(*field->getType()->getAsCXXRecordDecl());
        else if (Expr const* const by = field->getInClassInitializer()) {
            step.stability = stability_of(*by, facts_);
            step.code = by;
        } else if (CXXRecordDecl const* const type =
                       field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl()) {
            CXXConstructorDecl const* const constructor = default_constructor(*type);
            if (constructor) step.stability = construction_stability(*constructor);
        }
        steps_.push_back(std::move(step));
    }
}

void InitialiserWalk::inherit(CXXRecordDecl const& record, CXXConstructorDecl const& inherited,
                              bool complete) {
    Span const span(*this, record, false);
    CXXRecordDecl const* const owner = inherited.getParent()->getDefinition();
    auto const construct_base = [&](CXXRecordDecl const& base) {
        if (&base == owner) return construct(inherited, false);
        bool const on_the_way = base.isDerivedFrom(owner) && !base.isVirtuallyDerivedFrom(owner);
        if (on_the_way) return inherit(base, inherited, false);
        default_construct_base(base);
    };
    if (complete)
        for (clang::CXXBaseSpecifier const& base : record.vbases())
            construct_base(record_of(base.getType()));
    for (clang::CXXBaseSpecifier const& base : record.bases())
        if (!base.isVirtual()) construct_base(record_of(base.getType()));
    default_members(record);
}

void InitialiserWalk::copy_members(CXXRecordDecl const& record, Expr const& source, bool moves) {
    auto const range = context_.unit.range(source.getSourceRange());
    CXXRecordDecl const* const from =
        source.IgnoreParenBaseCasts()->getType()->getAsCXXRecordDecl();
    if (!range || !context_.hierarchy.contains(from) ||
        stability_of(source, facts_) == Stability::acts)
        return refuse("C0403", source.getBeginLoc(),
                      "`" + record.getQualifiedNameAsString() +
                          "` is copied from something that is not evaluated once for each member");
    note_uses(source);
    Span const span(*this, record, false);
    for (clang::CXXBaseSpecifier const& base : record.bases())
        if (!base.isVirtual()) copy_members(record_of(base.getType()), source, moves);
    std::string const text = rendered(*range);
    for (FieldDecl const* field : record.fields()) {
        if (field->isUnnamedBitField()) continue;
        if (field->isAnonymousStructOrUnion() || field->getType()->isArrayType()) {
            refuse("C0403", source.getBeginLoc(),
                   "the copy of `" + record.getQualifiedNameAsString() +
                       "` includes an array or an unnamed member",
                   "copy the members in the constructor's body");
            continue;
        }
        std::string const name = context_.hierarchy.name_of(*field);
        std::string const object = moves ? "static_cast<" +
                                               context_.hierarchy.target().getNameAsString() +
                                               "&&>(" + text + ")"
                                         : "(" + text + ")";
        steps_.push_back({.stage = &record,
                          .member = field,
                          .text = {name + "(" + object + "." + name + ")"},
                          .stability = is_copied_without_trace(field->getType()) ? Stability::reads
                                                                                 : Stability::acts,
                          .place = context_.unit.place(source.getBeginLoc()),
                          .copied = object + "." + name});
    }
}

void InitialiserWalk::zero(CXXRecordDecl const& record) {
    zeroed_.insert(&record);
    for (clang::CXXBaseSpecifier const& base : record.bases())
        if (!base.isVirtual()) zero(record_of(base.getType()));
}

void InitialiserWalk::note_body(CXXConstructorDecl const& definition) {
    if (!has_statements(definition)) return;
    steps_.push_back({.stage = definition.getParent()->getDefinition(),
                      .body = &definition,
                      .stability = Stability::acts,
                      .place = context_.unit.place(definition.getLocation())});
}

/// Whether only one constructor of the flat class takes what constructors of the class say.
bool InitialiserWalk::is_written_once(CXXRecordDecl const& record) const {
    Base const* const base = context_.hierarchy.find(&record);
    if (base && base->decision != BaseDecision::merged) return false;
    CXXRecordDecl const& target = context_.hierarchy.target();
    unsigned count = target.needsImplicitDefaultConstructor() ? 1 : 0;
    for (clang::Decl const* each : target.decls()) {
        if (llvm::isa<clang::ConstructorUsingShadowDecl>(each)) return false;
        auto const* const made = llvm::dyn_cast<CXXConstructorDecl>(each);
        bool const is_copy = made && made->isCopyOrMoveConstructor() && !made->isUserProvided();
        count += made && !made->isDeleted() && !is_copy;
    }
    return count <= 1;
}

void InitialiserWalk::refuse_copies(clang::SourceLocation location) {
    refuse("C0414", location,
           "a lambda expression or a block of statements would be written in several constructors",
           "call a function instead");
}

rewrite::Fragment InitialiserWalk::initialisers() const {
    rewrite::Fragment result;
    auto const add = [&](rewrite::Fragment const& text) {
        if (text.empty()) return;
        if (!result.empty()) result.emplace_back(", ");
        result.insert(result.end(), text.begin(), text.end());
    };
    for (ConstructionStep const& step : steps_)
        if (step.kept_base) add(step.text);
    for (CXXRecordDecl const* record : context_.hierarchy.construction_order()) {
        Base const* const base = context_.hierarchy.find(record);
        if (base && base->decision == BaseDecision::kept) continue;
        for (FieldDecl const* field : record->fields()) {
            bool written = false;
            for (ConstructionStep const& step : steps_) {
                if (!step.member || step.text.empty() || outer_field(*step.member) != field)
                    continue;
                written = true;
                add(step.text);
            }
            if (!written && zeroed_.contains(record) && is_zeroed_by_default(*field))
                add({context_.hierarchy.name_of(*field) + "()"});
        }
    }
    return result;
}

rewrite::Fragment InitialiserWalk::prologue() const {
    rewrite::Fragment result;
    for (ConstructionStep const& step : steps_)
        if (step.body && !step.placed_at) result.emplace_back(body_call(*step.body) + "; ");
    return result;
}

std::vector<CXXConstructorDecl const*> InitialiserWalk::bodies() const {
    std::vector<CXXConstructorDecl const*> result;
    for (ConstructionStep const& step : steps_)
        if (step.body) result.push_back(step.body);
    return result;
}

} // namespace collapse

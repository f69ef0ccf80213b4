// SPDX-License-Identifier: BSD-2-Clause
// Writes the target's constructors and destructor from what the walk through the bases found.
#include "constructors.hpp"

#include "construction_failures.hpp"
#include "construction_order.hpp"
#include "initialiser_walk.hpp"
#include "special_members.hpp"
#include "zeroing.hpp"
#include <collapse/lib/evaluation/default_constructor.hpp>
#include <collapse/lib/evaluation/throwing.hpp>

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXConstructorDecl;
using clang::CXXRecordDecl;
using clang::ParmVarDecl;
using rewrite::Fragment;

namespace {

void append(Fragment& to, Fragment const& more) {
    to.insert(to.end(), more.begin(), more.end());
}

std::string access_label(clang::AccessSpecifier access) {
    switch (access) {
    case clang::AS_private:
        return "private: ";
    case clang::AS_protected:
        return "protected: ";
    case clang::AS_public:
    case clang::AS_none:
        break;
    }
    return "public: ";
}

bool same_parameters(CXXConstructorDecl const& a, CXXConstructorDecl const& b) {
    return std::ranges::equal(
        a.parameters(), b.parameters(), [](ParmVarDecl const* first, ParmVarDecl const* second) {
            return first->getType().getCanonicalType() == second->getType().getCanonicalType();
        });
}

/// The constructors that a `using Base::Base` in the target brings, its own not hidden by them.
std::vector<clang::ConstructorUsingShadowDecl const*> inherited(CXXRecordDecl const& target) {
    std::vector<clang::ConstructorUsingShadowDecl const*> result;
    for (clang::Decl const* each : target.decls())
        if (auto const* const shadow = llvm::dyn_cast<clang::ConstructorUsingShadowDecl>(each))
            result.push_back(shadow);
    return result;
}

} // namespace

class ConstructorMerger::Implementation {
public:
    Implementation(rewrite::Unit const& unit, Hierarchy const& hierarchy, BodyWriter const& writer,
                   rewrite::Diagnostics& diagnostics)
        : context_{unit, hierarchy, writer, diagnostics}, target_(hierarchy.target()) {}

    MergedConstructor merge(CXXConstructorDecl const& of_target);
    Fragment implicit_members();
    Fragment members() const;
    Fragment epilogue() const;

private:
    MergedConstructor finish(InitialiserWalk const& walk, CXXConstructorDecl const* of_target);
    MergedConstructor delegation(CXXConstructorDecl const& of_target) const;
    bool lets_nothing_out(CXXConstructorDecl const* generated, InitialiserWalk const& walk) const;
    CXXConstructorDecl const* inheriting(CXXConstructorDecl const& of_base) const;
    void add_inherited(CXXConstructorDecl const& of_base, Fragment& result);
    bool add_default_constructor(bool others_are_written, Fragment& result);
    Fragment parameter_list(CXXConstructorDecl const& definition, bool only_used) const;
    Fragment body_function(CXXConstructorDecl const& definition) const;
    rewrite::Moved moved(clang::SourceRange range, bool own_lines) const;

    MergeContext context_;
    CXXRecordDecl const& target_;
    std::set<CXXConstructorDecl const*> bodies_;
};

MergedConstructor ConstructorMerger::Implementation::merge(CXXConstructorDecl const& of_target) {
    if (of_target.isDeleted()) return {};
    if (of_target.isDelegatingConstructor()) return delegation(of_target);
    InitialiserWalk walk(context_);
    if (of_target.isDefaulted()) {
        if (!of_target.isDefaultConstructor()) return {};
        walk.walk_default();
        if (walk.bodies().empty() &&
            std::ranges::all_of(walk.steps(), [](auto const& step) { return step.text.empty(); })) {
            if (of_target.isUsed()) check_order_of_construction(context_, walk, nullptr);
            return {};
        }
        if (!of_target.getCanonicalDecl()->isUserProvided()) check_zeroing(context_, walk);
        MergedConstructor merged = finish(walk, &of_target);
        merged.is_constant = of_target.isConstexpr();
        merged.is_nothrow = lets_nothing_out(&of_target, walk);
        return merged;
    }
    clang::FunctionDecl const* definition = nullptr;
    if (!of_target.hasBody(definition)) return {};
    if (!llvm::isa<clang::CompoundStmt>(definition->getBody())) {
        context_.diagnostics.refuse("C0406", context_.unit.place(definition->getLocation()),
                                    "a constructor with a function-try-block cannot be merged",
                                    "catch within the body");
        return {};
    }
    auto const& written = *llvm::cast<CXXConstructorDecl>(definition);
    walk.walk_written(written);
    check_zeroed_bases(context_, walk);
    return finish(walk, &written);
}

/// A delegating constructor stays one: the constructor that it names does everything.
MergedConstructor
ConstructorMerger::Implementation::delegation(CXXConstructorDecl const& of_target) const {
    for (clang::CXXCtorInitializer const* each : of_target.inits())
        if (each->isDelegatingInitializer())
            return {.initialisers = {target_.getNameAsString(),
                                     moved({each->getLParenLoc(), each->getRParenLoc()}, false)},
                    .prologue = {}};
    return {};
}

MergedConstructor ConstructorMerger::Implementation::finish(InitialiserWalk const& walk,
                                                            CXXConstructorDecl const* of_target) {
    check_order_of_construction(context_, walk, of_target);
    for (CXXConstructorDecl const* each : walk.bodies())
        bodies_.insert(each);
    return {.initialisers = walk.initialisers(), .prologue = walk.prologue()};
}

/// Of a constructor that the compiler made: what it implied of exceptions, if somebody asked.
bool ConstructorMerger::Implementation::lets_nothing_out(CXXConstructorDecl const* generated,
                                                         InitialiserWalk const& walk) const {
    auto const* const type =
        generated ? generated->getType()->getAs<clang::FunctionProtoType>() : nullptr;
    if (type && !clang::isUnresolvedExceptionSpec(type->getExceptionSpecType()))
        return type->isNothrow();
    return walk.is_nothrow() && cannot_fail(context_, walk);
}

rewrite::Moved ConstructorMerger::Implementation::moved(clang::SourceRange range,
                                                        bool own_lines) const {
    rewrite::Moved result =
        context_.writer.moved(context_.unit.range(range).value_or(rewrite::Range{}), {});
    result.own_lines = own_lines;
    return result;
}

/// `(int a, int b = 2)`; without default arguments and unused parameters for bodies.
Fragment ConstructorMerger::Implementation::parameter_list(CXXConstructorDecl const& definition,
                                                           bool only_used) const {
    Fragment result{"("};
    std::set<ParmVarDecl const*> const used = named_parameters(*definition.getBody());
    for (ParmVarDecl const* each : definition.parameters()) {
        if (only_used && !used.contains(each)) continue;
        if (result.size() > 1) result.emplace_back(", ");
        clang::SourceLocation last = each->getTypeSourceInfo()->getTypeLoc().getEndLoc();
        if (context_.unit.offset(last) < context_.unit.offset(each->getLocation()) &&
            !each->getName().empty())
            last = each->getLocation();
        result.emplace_back(moved({each->getBeginLoc(), last}, false));
        if (only_used || !each->hasDefaultArg()) continue;
        result.emplace_back(" = ");
        result.emplace_back(moved(each->getDefaultArgRange(), false));
    }
    result.emplace_back(")");
    return result;
}

/// The target's own form of a constructor that it inherits; null if nobody uses it.
CXXConstructorDecl const*
ConstructorMerger::Implementation::inheriting(CXXConstructorDecl const& of_base) const {
    for (CXXConstructorDecl const* each : target_.ctors())
        if (each->isInheritingConstructor() && each->isUsed() &&
            each->getInheritedConstructor().getConstructor()->getCanonicalDecl() ==
                of_base.getCanonicalDecl())
            return each;
    return nullptr;
}

void ConstructorMerger::Implementation::add_inherited(CXXConstructorDecl const& of_base,
                                                      Fragment& result) {
    clang::FunctionDecl const* found = nullptr;
    bool const is_visible = of_base.hasBody(found);
    auto const& definition = is_visible ? *llvm::cast<CXXConstructorDecl>(found) : of_base;
    if (!is_visible && !of_base.isDefaulted() && !inheriting(of_base)) return;
    InitialiserWalk walk(context_);
    walk.walk_inherited(of_base);
    if (!is_visible) return;
    MergedConstructor const merged = finish(walk, inheriting(of_base));
    std::string head = access_label(of_base.getAccess());
    if (of_base.isExplicit()) head += "explicit ";
    if (of_base.isConstexpr() && target_.getNumVBases() == 0) head += "constexpr ";
    result.emplace_back(head + target_.getNameAsString());
    append(result, parameter_list(definition, false));
    if (lets_nothing_out(inheriting(of_base), walk)) result.emplace_back(" noexcept");
    if (!merged.initialisers.empty()) result.emplace_back(" : ");
    append(result, merged.initialisers);
    result.emplace_back(" { ");
    append(result, merged.prologue);
    result.emplace_back("} ");
}

/// Writes the default constructor if the compiler's own would do something else now. Whether it
/// did.
bool ConstructorMerger::Implementation::add_default_constructor(bool others_are_written,
                                                                Fragment& result) {
    CXXConstructorDecl const* const implicit = declared_default_constructor(target_);
    bool const exists =
        implicit ? implicit->isImplicit() : target_.needsImplicitDefaultConstructor();
    if (!exists) return false;
    std::string const name = target_.getNameAsString();
    if ((implicit && implicit->isDeleted()) || !can_be_default_constructed(context_.hierarchy)) {
        if (!others_are_written) result.emplace_back("public: " + name + "() = delete; ");
        return true;
    }
    bool const is_in_use = implicit && implicit->isUsed();
    if (!is_in_use && !default_construction_is_visible(context_.hierarchy)) {
        result.emplace_back("public: " + name + "(); ");
        return true;
    }
    InitialiserWalk walk(context_);
    walk.walk_default();
    bool const is_plain = walk.bodies().empty() &&
                          std::ranges::all_of(walk.steps(), [](ConstructionStep const& step) {
                              return step.text.empty();
                          });
    if (is_plain) {
        if (is_in_use) check_order_of_construction(context_, walk, nullptr);
        if (others_are_written) result.emplace_back("public: " + name + "() = default; ");
        return others_are_written;
    }
    check_zeroing(context_, walk);
    MergedConstructor const merged = finish(walk, implicit);
    bool const is_constant = target_.defaultedDefaultConstructorIsConstexpr();
    result.emplace_back(std::string("public: ") + (is_constant ? "constexpr " : "") + name + "()" +
                        (lets_nothing_out(implicit, walk) ? " noexcept" : ""));
    if (!merged.initialisers.empty()) result.emplace_back(" : ");
    append(result, merged.initialisers);
    result.emplace_back(" { ");
    append(result, merged.prologue);
    result.emplace_back("} ");
    return true;
}

Fragment ConstructorMerger::Implementation::implicit_members() {
    Fragment constructors;
    bool has_default = false;
    for (clang::ConstructorUsingShadowDecl const* shadow : inherited(target_)) {
        auto const* const constructor = llvm::dyn_cast<CXXConstructorDecl>(shadow->getTargetDecl());
        if (!constructor) {
            context_.diagnostics.refuse("C0402", context_.unit.place(shadow->getLocation()),
                                        "a constructor template is inherited",
                                        "write the constructors of the class");
            continue;
        }
        bool const hidden = std::ranges::any_of(target_.ctors(), [&](auto const* each) {
            return !each->isImplicit() && same_parameters(*each, *constructor);
        });
        bool const special = constructor->isCopyOrMoveConstructor() || constructor->isDeleted() ||
                             constructor->getNumParams() == 0;
        if (hidden || special || !context_.hierarchy.is_flattened(constructor->getParent()))
            continue;
        has_default |= constructor->isDefaultConstructor();
        add_inherited(*constructor, constructors);
    }
    Fragment const ending = epilogue();
    bool const has_destructor = target_.hasUserDeclaredDestructor();
    bool const is_hidden = !has_destructor && has_hidden_destructor(context_.hierarchy);
    bool const writes_destructor = !has_destructor && (is_hidden || !ending.empty());
    std::string const copies = copy_and_move_members(context_.unit, context_.hierarchy,
                                                     writes_destructor, context_.diagnostics);
    Fragment result;
    if (!has_default)
        add_default_constructor(!constructors.empty() || copies.find(target_.getNameAsString() +
                                                                     "(") != std::string::npos,
                                result);
    append(result, constructors);
    if (!copies.empty()) result.emplace_back("public: " + copies);
    if (!writes_destructor) return result;
    bool const may_fail = has_failing_destructor(context_.hierarchy);
    result.emplace_back("public: ~" + target_.getNameAsString() + "()" +
                        (may_fail ? " noexcept(false)" : ""));
    if (is_hidden) {
        result.emplace_back("; ");
        return result;
    }
    result.emplace_back(" { ");
    append(result, ending);
    result.emplace_back("} ");
    return result;
}

Fragment
ConstructorMerger::Implementation::body_function(CXXConstructorDecl const& definition) const {
    Fragment result{std::string(definition.isConstexpr() ? "constexpr " : "") + "void " +
                    construct_name(context_.hierarchy, definition)};
    append(result, parameter_list(definition, true));
    result.emplace_back(is_nothrow(definition) ? " noexcept " : " ");
    result.emplace_back(moved(definition.getBody()->getSourceRange(), true));
    return result;
}

Fragment ConstructorMerger::Implementation::members() const {
    std::vector<CXXConstructorDecl const*> sorted(bodies_.begin(), bodies_.end());
    std::ranges::sort(sorted, {}, [&](CXXConstructorDecl const* each) {
        return context_.unit.offset(each->getLocation());
    });
    Fragment result;
    for (CXXConstructorDecl const* each : sorted) {
        append(result, body_function(*each));
        result.emplace_back("\n");
    }
    for (clang::CXXDestructorDecl const* each : destructors_with_bodies(context_)) {
        std::string const name = destruct_name(context_.hierarchy, *each->getParent());
        result.emplace_back((each->isConstexpr() ? "constexpr void " : "void ") + name + "() ");
        if (is_nothrow(*each)) result.emplace_back("noexcept ");
        result.emplace_back(moved(each->getBody()->getSourceRange(), true));
        result.emplace_back("\n");
    }
    if (!result.empty()) result.insert(result.begin(), "private: ");
    return result;
}

Fragment ConstructorMerger::Implementation::epilogue() const {
    check_order_of_destruction(context_);
    Fragment result;
    for (clang::CXXDestructorDecl const* each : destructors_with_bodies(context_))
        result.emplace_back(destruct_name(context_.hierarchy, *each->getParent()) + "(); ");
    return result;
}

ConstructorMerger::ConstructorMerger(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                                     BodyWriter const& writer, rewrite::Diagnostics& diagnostics)
    : phase_calls_(find_phase_calls(unit, hierarchy, diagnostics)),
      implementation_(std::make_unique<Implementation>(unit, hierarchy, writer, diagnostics)) {}

ConstructorMerger::~ConstructorMerger() = default;

std::set<clang::CXXMethodDecl const*> ConstructorMerger::static_uses() const {
    std::set<clang::CXXMethodDecl const*> result;
    for (auto const& [call, method] : phase_calls_)
        result.insert(method);
    return result;
}

MergedConstructor ConstructorMerger::merge(CXXConstructorDecl const& of_target) {
    return implementation_->merge(of_target);
}

Fragment ConstructorMerger::implicit_members() {
    return implementation_->implicit_members();
}

Fragment ConstructorMerger::members() {
    return implementation_->members();
}

Fragment ConstructorMerger::destructor_epilogue() {
    return implementation_->epilogue();
}

} // namespace collapse

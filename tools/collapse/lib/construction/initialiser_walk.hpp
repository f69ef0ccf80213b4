// SPDX-License-Identifier: BSD-2-Clause
// Runs through all initialisers and bodies that construct a complete object of the target, with
// the arguments of base constructors put in the place of their parameters.
#pragma once

#include "argument_uses.hpp"
#include "constructors.hpp"
#include <collapse/lib/evaluation/evaluation.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class CXXConstructExpr;
class CXXCtorInitializer;
class ParmVarDecl;
class SourceLocation;
class Stmt;
class ValueDecl;
} // namespace clang

namespace collapse {

/// One thing that happens during construction.
struct ConstructionStep {
    clang::CXXRecordDecl const* stage = nullptr;     ///< whose constructor does it
    clang::ValueDecl const* member = nullptr;        ///< that is initialised; null: see below
    clang::CXXRecordDecl const* kept_base = nullptr; ///< that is initialised
    clang::CXXConstructorDecl const* body = nullptr; ///< that is run, a definition
    rewrite::Fragment text = {};                     ///< empty: happens without being written
    Stability stability = Stability::stable;
    rewrite::Place place = {};
    clang::Stmt const* code = nullptr;                  ///< of an initialiser
    clang::CXXCtorInitializer const* written = nullptr; ///< what `text` was taken from
    std::string copied = {};              ///< the member that it copies, as an expression
    std::optional<size_t> placed_at = {}; ///< of a body: the step whose initialiser calls it
};

/// An argument of a base's constructor that may fail.
struct RiskyArgument {
    clang::Expr const* code = nullptr;
    size_t at = 0; ///< the step before which it was evaluated
};

/// Steps that a constructor took, with those of its bases.
struct ConstructionSpan {
    clang::CXXRecordDecl const* record = nullptr; ///< complete after them
    size_t first = 0;
    size_t end = 0;
    size_t first_risk = 0; ///< of the risky arguments
    size_t end_risk = 0;
    bool is_nothrow = false; ///< what leaves them as an exception ends the program
};

/// What the walk needs of its surroundings.
struct MergeContext {
    rewrite::Unit const& unit;
    Hierarchy const& hierarchy;
    BodyWriter const& writer;
    rewrite::Diagnostics& diagnostics;
};

/// The name of the member function that takes the body of this constructor of a base.
std::string construct_name(Hierarchy const& hierarchy,
                           clang::CXXConstructorDecl const& constructor);

/// The name of the member function that takes the body of the base's destructor.
std::string destruct_name(Hierarchy const& hierarchy, clang::CXXRecordDecl const& base);

class InitialiserWalk {
public:
    explicit InitialiserWalk(MergeContext const& context) : context_(context) {}

    /// A constructor of the target as it is written.
    void walk_written(clang::CXXConstructorDecl const& definition);

    /// The target's default constructor as the compiler would make it. Members that nothing
    /// initialises are zeroed, as value-initialisation did.
    void walk_default();

    /// A constructor of a base that the target inherits; its parameters keep their names.
    void walk_inherited(clang::CXXConstructorDecl const& of_base);

    std::vector<ConstructionStep> const& steps() const { return steps_; }

    std::vector<RiskyArgument> const& risks() const { return risks_; }

    /// Of all constructors of bases, inner ones before the outer ones.
    std::vector<ConstructionSpan> const& spans() const { return spans_; }

    /// The bases that are zeroed before they are constructed, and with `walk_default` all classes.
    std::set<clang::CXXRecordDecl const*> const& zeroed() const { return zeroed_; }

    /// Whether all constructors on the way are declared not to throw.
    bool is_nothrow() const { return is_nothrow_; }

    /// All initialisers in the order of the flat class's members.
    rewrite::Fragment initialisers() const;

    /// The calls of the bodies of base constructors that no initialiser makes.
    rewrite::Fragment prologue() const;

    /// The bodies that were met.
    std::vector<clang::CXXConstructorDecl const*> bodies() const;

private:
    /// An argument that may be evaluated only where its parameter is used, once.
    struct Once {
        clang::ParmVarDecl const* parameter = nullptr;
        clang::Expr const* argument = nullptr;
        size_t called_at = 0;
        Stability stability = Stability::stable;
        rewrite::Place place;
    };

    /// Why an argument cannot take the place of its parameter.
    struct Obstacle {
        std::string why;
        std::string help;
    };

    /// Notes as a span what happened while it lived.
    class Span {
    public:
        Span(InitialiserWalk& walk, clang::CXXRecordDecl const& record, bool is_nothrow)
            : walk_(walk), span_{.record = &record,
                                 .first = walk.steps_.size(),
                                 .first_risk = walk.risks_.size(),
                                 .is_nothrow = is_nothrow} {}
        Span(Span const&) = delete;
        Span& operator=(Span const&) = delete;
        ~Span() {
            span_.end = walk_.steps_.size();
            span_.end_risk = walk_.risks_.size();
            walk_.spans_.push_back(span_);
        }

    private:
        InitialiserWalk& walk_;
        ConstructionSpan span_;
    };

    void construct(clang::CXXConstructorDecl const& constructor, bool complete);
    void initialise_base(clang::CXXCtorInitializer const& initialiser);
    void initialise_by(clang::CXXRecordDecl const& base, clang::Expr const& initialiser);
    void initialise_by_call(clang::CXXRecordDecl const& base, clang::CXXConstructExpr const& call);
    void initialise_aggregate(clang::CXXRecordDecl const& base, clang::Expr const& list);
    void initialise_member(clang::CXXCtorInitializer const& initialiser,
                           clang::CXXRecordDecl const& stage);
    void add_step(ConstructionStep step, std::string const& name,
                  clang::CXXCtorInitializer const& initialiser);
    void default_construct(clang::CXXRecordDecl const& record, bool complete);
    void default_construct_base(clang::CXXRecordDecl const& base);
    void default_members(clang::CXXRecordDecl const& record);
    Stability members_stability(clang::CXXRecordDecl const& record) const;
    void inherit(clang::CXXRecordDecl const& record, clang::CXXConstructorDecl const& inherited,
                 bool complete);
    void copy_members(clang::CXXRecordDecl const& record, clang::Expr const& source, bool moves);
    void zero(clang::CXXRecordDecl const& record);
    void note_body(clang::CXXConstructorDecl const& definition);

    void place_bodies();
    rewrite::Fragment value_of(ConstructionStep const& step) const;
    rewrite::Fragment written_value(clang::CXXCtorInitializer const& initialiser,
                                    std::string const& type, bool is_class) const;
    rewrite::Fragment in_class_value(clang::FieldDecl const& field, std::string const& type) const;
    std::string body_call(clang::CXXConstructorDecl const& body) const;

    void bind_arguments(clang::CXXConstructorDecl const& definition,
                        std::vector<clang::Expr const*> const& arguments);
    void bind(clang::ParmVarDecl const& parameter, clang::Expr const& argument,
              clang::CXXConstructorDecl const& definition);
    std::optional<Obstacle> obstacle_to(clang::ParmVarDecl const& parameter,
                                        clang::Expr const& argument,
                                        ParameterUses const& uses) const;
    std::optional<std::string> text_for(clang::ParmVarDecl const& parameter,
                                        clang::Expr const& argument, bool is_moved_from);
    bool outlives(ConstructionStep const& step, Once const& once) const;
    void check_once(size_t first_pending);
    void note_uses(clang::Stmt const& code);

    bool is_written_once(clang::CXXRecordDecl const& record) const;
    void refuse_copies(clang::SourceLocation location);
    rewrite::Moved moved(rewrite::Range range) const;
    std::string rendered(rewrite::Range range) const;
    clang::CXXConstructorDecl const* definition_of(clang::CXXConstructorDecl const& constructor,
                                                   clang::SourceLocation use);
    void refuse(std::string const& code, clang::SourceLocation location, std::string message,
                std::string help = {});

    MergeContext const& context_;
    std::vector<ConstructionStep> steps_;
    std::map<clang::NamedDecl const*, std::string> texts_;
    ParameterFacts facts_;
    std::map<clang::ParmVarDecl const*, size_t> used_at_;
    std::vector<Once> pending_;
    std::vector<RiskyArgument> risks_;
    std::vector<ConstructionSpan> spans_;
    std::set<clang::CXXRecordDecl const*> zeroed_;
    bool is_nothrow_ = true;
};

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// Which class stands behind an expression of an interface's type once the plan is carried out.
#pragma once

#include <collapse/lib/hierarchy/hierarchy.hpp>
#include <collapse/lib/plan/plan.hpp>

#include <rewrite/text/unit.hpp>

#include <map>
#include <set>
#include <vector>

namespace clang {
class Expr;
class FunctionDecl;
class QualType;
} // namespace clang

namespace collapse {

/// For each parameter of a function: the class behind it; null: not known, as written.
using ConcreteParameters = std::vector<clang::CXXRecordDecl const*>;

/// A function whose body is looked at as if its parameters had these classes for types.
struct Environment {
    clang::FunctionDecl const* function = nullptr;
    ConcreteParameters parameters;
};

/// What the plan says of types: classes from which nobody derives, and members that it retypes.
class ConcreteTypes {
public:
    ConcreteTypes(rewrite::Unit const& unit, Plan const& plan);

    /// A class that the plan flattens: it becomes final, and is no more than its kept bases.
    void add_target(Hierarchy const& hierarchy);

    /// Whether the class is final and stands below `interface`, which has virtual functions, once
    /// the plan is carried out.
    bool stands_below(clang::CXXRecordDecl const& concrete,
                      clang::CXXRecordDecl const& interface) const;

    /// Whether the class belongs to a hierarchy that is flattened: its text is written anew.
    bool is_rewritten(clang::CXXRecordDecl const& record) const;

    /// The class that the object (or what the pointer points to) then has for its type; null: none
    /// that is final.
    clang::CXXRecordDecl const* behind(clang::Expr const& expression,
                                       Environment const& environment) const;

private:
    clang::CXXRecordDecl const* behind_call(clang::Expr const& call) const;
    clang::CXXRecordDecl const* final_class(clang::QualType type) const;

    std::set<clang::CXXRecordDecl const*> final_;
    std::map<clang::NamedDecl const*, clang::CXXRecordDecl const*> retyped_;
    std::vector<Hierarchy const*> hierarchies_;
};

/// The class that a reference or pointer leads to, its definition if there is one; null: none.
clang::CXXRecordDecl const* referenced_class(clang::QualType type);

} // namespace collapse

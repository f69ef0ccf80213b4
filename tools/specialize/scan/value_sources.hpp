// SPDX-License-Identifier: BSD-2-Clause
// Which variables, members, parameters and results the value of an expression may come from.
#pragma once

#include "targets.hpp"

#include <rewrite/syntax/clang.hpp>

namespace specialize {

/// Nodes of the graph of `PointerFlow`. Those that begin with `&` are addresses of targets, those
/// with `*` targets that are reached by the address of the whole object, those with `(` functions.
class ValueSources {
public:
    ValueSources(ProgramNames const& names, Targets const& targets)
        : names_(names), targets_(targets) {}

    Keys of_value(clang::Expr const& expression) const;
    Keys of_address(clang::Expr const& place) const;

    /// Of a pointer that is seen as a number, which can lead to all of its object.
    Keys of_number(clang::Expr const& pointer) const;

    /// The nodes that a store to the place, or a reference bound by it, changes.
    Keys of_content(clang::Expr const& place) const;

    std::string variable(clang::ValueDecl const& declaration) const;

    /// Of an argument: its value, or its address for a reference.
    Keys of_argument(clang::QualType parameter, clang::Expr const& argument) const;

    /// A call through a pointer.
    static std::string through(clang::CallExpr const& call);

    /// What a call through a pointer may reach.
    Keys of_callee(clang::CallExpr const& call) const;

    /// Values that come from code that is not given.
    static std::string unknown() { return "?"; }

    static std::string parameter(std::string const& function, size_t index) {
        return "parameter " + std::to_string(index) + " " + function;
    }
    static std::string result(std::string const& function) { return "result " + function; }

    /// Before the name of a node: only the objects of classes among what comes from it.
    static constexpr std::string_view objects_of = "objects of ";
    static Keys as_objects(Keys const& nodes);

    /// All memory that only pointers lead to.
    static std::string memory() { return "memory"; }

    /// What functions that are not given may keep, and hand back at any time.
    static std::string outside() { return "outside"; }
    /// Addresses that were turned into numbers: any number may be turned back into one of them.
    static std::string numbers() { return "numbers"; }
    /// Arguments that have no parameter of their own: what `va_arg` may read.
    static std::string unnamed() { return "unnamed"; }

private:
    Keys of_cast(clang::CastExpr const& cast) const;
    Keys of_root(clang::Expr const& root) const;
    Keys of_call(clang::CallExpr const& call) const;
    Keys of_operation(clang::Expr const& expression) const;
    Keys bytes_of(clang::QualType object) const;

    ProgramNames const& names_;
    Targets const& targets_;
};

/// Whether the standard library's function only passes its argument on: `std::move`.
bool passes_on(clang::FunctionDecl const& function);

} // namespace specialize

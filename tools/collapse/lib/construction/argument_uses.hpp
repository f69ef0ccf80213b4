// SPDX-License-Identifier: BSD-2-Clause
// Whether an argument of a base's constructor may stand in the place of its parameter.
#pragma once

#include <collapse/lib/evaluation/evaluation.hpp>

namespace collapse {

/// How a constructor uses one of its parameters.
struct ParameterUses {
    unsigned count = 0; ///< in initialisers
    bool in_body = false;
    bool is_displaced = false; ///< somewhere it is not evaluated, or by other code: a lambda's
    bool is_changed = false;   ///< initialisers name it other than for its value
    bool is_held = false;      ///< initialisers or the body do
    bool is_whole = false;     ///< used once, as all that an initialiser needs to be evaluated
    bool is_consumed = false;  ///< and there read or copied at once
};

/// `argument`: of what is to take the parameter's place.
ParameterUses uses_of(clang::ParmVarDecl const& parameter,
                      clang::CXXConstructorDecl const& definition, Stability argument,
                      ParameterFacts const& facts);

/// Whether the argument, if it is stable, may be evaluated at every use of the parameter: a number,
/// a pointer, what is copied like these, or an object that the argument names.
bool may_be_repeated(clang::ParmVarDecl const& parameter, clang::Expr const& argument,
                     ParameterUses const& uses);

/// Whether an argument may be evaluated at the only use of its parameter instead: none of its
/// temporary objects can tell.
bool may_be_deferred(clang::ParmVarDecl const& parameter, clang::Expr const& argument,
                     ParameterUses const& uses);

/// Whether the argument is converted by a class that would be asked for its explicit constructors
/// or conversion functions, too, if the conversion were written.
bool has_doubtful_conversion(clang::Expr const& argument);

/// Whether copies of the code would be code of their own: lambda expressions, static variables.
bool is_bound_to_its_place(clang::Stmt const& code);

} // namespace collapse

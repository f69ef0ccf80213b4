// SPDX-License-Identifier: BSD-2-Clause
// What evaluating an expression may do and see: whether two may change places.
#pragma once

#include <rewrite/syntax/clang.hpp>

#include <set>

namespace reorder {

/// Of an expression; all of it is what *may* happen.
struct Effects {
    bool acts = false;          ///< does something that others may see: calls, stores, throws
    bool reads_memory = false;  ///< reads what such an action may change
    bool passes_object = false; ///< gives the address of the object under construction to code
    std::set<clang::FieldDecl const*> fields; ///< of the object under construction, read or written
    std::set<clang::VarDecl const*> reads;    ///< local variables and parameters
    std::set<clang::VarDecl const*> writes;

    void add(Effects const& other);
};

/// Of an initialiser or any other expression.
Effects effects_of(clang::Expr const& expression);

/// Whether the order of the two evaluations can be seen.
bool conflict(Effects const& one, Effects const& other);

/// Whether copying, moving, assigning and destroying an object of the type can be seen by nothing
/// but its own memory: the order among several such objects does not matter.
bool is_quiet(clang::QualType type);

/// Whether a constructor or destructor does nothing that others could see.
bool is_quiet(clang::FunctionDecl const& function);

} // namespace reorder

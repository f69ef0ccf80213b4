// SPDX-License-Identifier: BSD-2-Clause
// Finds the places of a program that write a target, or may.
#pragma once

#include "call_graph.hpp"
#include "pointer_flow.hpp"
#include "targets.hpp"

namespace clang {
class FunctionDecl;
class Stmt;
} // namespace clang

namespace specialize {

enum class WriteKind {
    assignment,      ///< `h->x = 1`, `h->x += 1`, an atomic store
    increment,       ///< `++h->x`
    aggregate,       ///< the whole object, or one around it, is assigned or constructed anew
    reference,       ///< a library function gets it by reference to write it: `std::swap`
    through_pointer, ///< a pointer or reference that may lead to it
    bytes,           ///< `memcpy`, `read`, a pointer to another type
    overlap,         ///< another member of its union
    assembly,
    initialisation, ///< of a new object
    escape,         ///< its address goes to code that is not given
};

struct WriteSite {
    WriteKind kind = WriteKind::assignment;
    Keys targets;
    bool is_certain = true; ///< the place itself is named; false: only may be meant
    size_t source = 0;
    clang::Stmt const* code = nullptr;             ///< null for members in constructors
    clang::FunctionDecl const* function = nullptr; ///< null: the initialiser of a global
    clang::Expr const* root = nullptr;             ///< what the written place is a part of
    bool is_behind_pointer = false;                ///< `root` is a pointer to it
    clang::Expr const* value = nullptr;            ///< what is written, if that is one expression
    rewrite::Place place = {};
    std::string text = {}; ///< of the write, on one line
    std::string to = {};   ///< of escapes: the function that gets the address
};

/// In the order of the sources and of their texts.
std::vector<WriteSite> find_write_sites(std::vector<ProgramNames> const& sources,
                                        Targets const& targets, CallGraph const& calls,
                                        PointerFlow const& flow);

/// The text of some code on one line, white space joined.
std::string text_of(rewrite::Unit const& unit, clang::SourceRange range);

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// What all rewritings of lists in braces share: clauses as they are written, and which member each
// of them initialises.
#pragma once

#include "arrangement.hpp"
#include "edits.hpp"

#include <rewrite/syntax/clang.hpp>

#include <map>
#include <optional>
#include <vector>

namespace reorder {

/// A clause of a list between two braces.
struct Clause {
    rewrite::Range range;
    clang::Expr const* written = nullptr; ///< perhaps with a designator
    rewrite::Range comments;              ///< after its comma; empty: none
};

/// Of a list's syntactic form, by the offset where the initialiser of the clause begins: after the
/// designator, if it has one. Nothing: not all of them stand in the text.
std::optional<std::map<uint32_t, Clause>> clauses_of(rewrite::Unit const& unit,
                                                     clang::InitListExpr const& written);

/// Lets comments belong to the clauses of a list that begins at `begin`.
void add_comments(rewrite::Unit const& unit, uint32_t begin, std::map<uint32_t, Clause>& clauses);

/// One part of an object and what initialises it in a list as the compiler understands it.
struct Part {
    clang::FieldDecl const* field = nullptr; ///< null: a base, or an element of an array
    uint64_t index = 0;                      ///< of an element
    clang::Expr const* initialiser = nullptr;
};

/// The parts that a semantic list speaks of, in the order of the object's type.
std::vector<Part> parts_of(clang::InitListExpr const& list);

/// A list that has no braces of its own in the text; null: it has, or it is no list.
clang::InitListExpr const* elided_list(clang::Expr const& initialiser);

/// Whether the list, or a list without braces inside of it, initialises an object of a target.
bool concerns(clang::InitListExpr const& list, std::vector<Arrangement> const& arrangements);

/// The class of an object that a list initialises, among the targets; null: none.
Arrangement const* target_of(clang::QualType type, std::vector<Arrangement> const& arrangements);

/// The member of `record` itself that a member of an anonymous struct or union belongs to.
clang::FieldDecl const* own_field(clang::RecordDecl const& record, clang::FieldDecl const& field);

/// The offset where an initialiser's text begins.
std::optional<uint32_t> begin_of(rewrite::Unit const& unit, clang::Expr const& initialiser);

} // namespace reorder

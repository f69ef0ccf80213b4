// SPDX-License-Identifier: BSD-2-Clause
// Where the text of each data member stands, declarators that share a line told apart.
#pragma once

#include "member_comments.hpp"

#include <rewrite/text/member_chunks.hpp>
#include <rewrite/text/unit.hpp>

#include <map>
#include <optional>
#include <vector>

namespace clang {
class FieldDecl;
class RecordDecl;
class TagDecl;
} // namespace clang

namespace reorder {

/// A declaration `specifiers declarator, declarator;` of members.
struct Declaration {
    rewrite::Range range; ///< from the first token to past the `;`
    std::vector<clang::FieldDecl const*> fields;
    std::vector<rewrite::Range> declarators; ///< one for each field, commas left out
    std::vector<rewrite::Range> comments;    ///< after the comma or `;` of each; empty: none
    CommentsAbove above;
    clang::TagDecl const* defined = nullptr; ///< a type that the specifiers define
    rewrite::Range definition;               ///< its text, attributes after the brace included
    uint32_t semicolon = 0;

    /// With the comments directly above, and those after the `;`.
    rewrite::Range whole() const { return {above.begin, comments.back().end}; }
};

/// All declarations of data members of a class, in the order of the text. Nothing: refused (R0503).
std::optional<std::vector<Declaration>> find_declarations(rewrite::Unit const& unit,
                                                          clang::RecordDecl const& record,
                                                          rewrite::Diagnostics& diagnostics);

/// Before the default initialiser of a member, or at the end of its declarator.
uint32_t end_of_declarator(rewrite::Unit const& unit, clang::FieldDecl const& field,
                           rewrite::Range declarator);

} // namespace reorder

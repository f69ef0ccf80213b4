// SPDX-License-Identifier: BSD-2-Clause
// Cuts the body of a class into its members' texts, attributes and pragmas included.
#pragma once

#include "unit.hpp"

#include <vector>

namespace clang {
class RecordDecl;
class Decl;
} // namespace clang

namespace rewrite {

/// The text of one or more declarations that share it (`int a, *b;`).
struct MemberChunk {
    Range range; ///< from past the one before to past the `;` or `}`
    std::vector<clang::Decl const*> declarations;
};

/// In the order of the text, access specifiers left out. A member that has no text of its own is
/// refused.
std::vector<MemberChunk> member_chunks(Unit const& unit, clang::RecordDecl const& record,
                                       Diagnostics& diagnostics);

/// Where a definition's pieces stand.
struct ClassPlaces {
    Range whole;             ///< from `class` to past the `;`
    uint32_t after_name = 0; ///< past the name (and `final`)
    Range base_clause;       ///< from the colon to before the brace; empty: none
    uint32_t open_brace = 0;
    uint32_t close_brace = 0;
};

std::optional<ClassPlaces> class_places(Unit const& unit, clang::RecordDecl const& record);

/// The tokens of a range of the text, raw.
struct RawToken {
    Range range;
    std::string_view text;
};
std::vector<RawToken> raw_tokens(Unit const& unit, Range range);

/// The range of a declaration with the tokens up to its `;` or body.
std::optional<Range> declaration_range(Unit const& unit, clang::Decl const& declaration);

} // namespace rewrite

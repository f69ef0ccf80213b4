// SPDX-License-Identifier: BSD-2-Clause
// Cuts the body of a class into its members' texts, attributes and pragmas included.
#pragma once

#include <rewrite/lib/unit.hpp>

#include <vector>

namespace clang {
class CXXRecordDecl;
class Decl;
} // namespace clang

namespace collapse {

/// The text of one or more declarations that share it (`int a, *b;`).
struct MemberChunk {
    rewrite::Range range; ///< from past the one before to past the `;` or `}`
    std::vector<clang::Decl const*> declarations;
};

/// In the order of the text, access specifiers left out. A member that has no text of its own is
/// refused.
std::vector<MemberChunk> member_chunks(rewrite::Unit const& unit,
                                       clang::CXXRecordDecl const& record,
                                       rewrite::Diagnostics& diagnostics);

/// Where a definition's pieces stand.
struct ClassPlaces {
    rewrite::Range whole;       ///< from `class` to past the `;`
    uint32_t after_name = 0;    ///< past the name (and `final`)
    rewrite::Range base_clause; ///< from the colon to before the brace; empty: none
    uint32_t open_brace = 0;
    uint32_t close_brace = 0;
};

std::optional<ClassPlaces> class_places(rewrite::Unit const& unit,
                                        clang::CXXRecordDecl const& record);

/// The tokens of a range of the text, raw.
struct RawToken {
    rewrite::Range range;
    std::string_view text;
};
std::vector<RawToken> raw_tokens(rewrite::Unit const& unit, rewrite::Range range);

/// The range of a declaration with the tokens up to its `;` or body.
std::optional<rewrite::Range> declaration_range(rewrite::Unit const& unit,
                                                clang::Decl const& declaration);

} // namespace collapse

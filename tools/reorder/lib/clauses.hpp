// SPDX-License-Identifier: BSD-2-Clause
// Lists in C++: clauses are put into the new order of the members.
#pragma once

#include "lists.hpp"

namespace reorder {

/// The new text between the braces, or parentheses, of a list.
struct NewList {
    rewrite::Range range; ///< what it replaces: from the first to past the last clause
    std::vector<Piece> pieces;
};

/// For a list with braces that concerns a target, in its semantic form. Nothing: refused (R0404,
/// R0405).
std::optional<NewList> permuted(rewrite::Unit const& unit, clang::InitListExpr const& list,
                                std::vector<Arrangement> const& arrangements,
                                rewrite::Diagnostics& diagnostics);

/// The same for the initialisation of a target by clauses in parentheses.
std::optional<NewList> permuted(rewrite::Unit const& unit, clang::CXXParenListInitExpr const& list,
                                Arrangement const& target, rewrite::Diagnostics& diagnostics);

} // namespace reorder

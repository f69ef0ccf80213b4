// SPDX-License-Identifier: BSD-2-Clause
// What the compiler's own copies of the target do part by part, and whether those of the flat class
// would do the same.
#pragma once

#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <rewrite/text/unit.hpp>

#include <optional>
#include <string>

namespace collapse {

enum class CopyKind { copy, move, copy_assignment, move_assignment };

bool is_move(CopyKind kind);
bool is_assignment(CopyKind kind);

/// Why a copy of the flat class, made by the compiler, would do something else.
struct CopyObstacle {
    std::string code;
    rewrite::Place place;
    std::string message;
    std::string help;
};

/// Compares the order of the parts, and what is left to destroy when one of them throws. Bases must
/// have no functions of their own for it. `is_nothrow`: an exception ends the program.
std::optional<CopyObstacle> copy_obstacle(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                                          CopyKind kind, bool is_nothrow);

} // namespace collapse

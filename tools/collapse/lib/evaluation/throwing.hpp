// SPDX-License-Identifier: BSD-2-Clause
// Whether an exception may leave code.
#pragma once

#include <collapse/lib/hierarchy/hierarchy.hpp>

namespace clang {
class FunctionDecl;
class QualType;
class Stmt;
} // namespace clang

namespace collapse {

/// Whether the function says, or implies, that no exception leaves it.
bool is_nothrow(clang::FunctionDecl const& function);

/// Whether an exception may leave the code. C library functions are taken not to throw; what is
/// not visible and not `noexcept` is taken to, and virtual functions of other hierarchies.
bool may_throw(clang::Stmt const& code, Hierarchy const& hierarchy);

/// Whether the default constructor of the type, if it is a class, may throw.
bool default_construction_may_throw(clang::QualType type, Hierarchy const& hierarchy);

/// Whether the copy constructor of the type, if it is a class, may throw; with `moves`, the move
/// constructor, if it has one.
bool copy_may_throw(clang::QualType type, bool moves, Hierarchy const& hierarchy);

} // namespace collapse

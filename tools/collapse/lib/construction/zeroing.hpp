// SPDX-License-Identifier: BSD-2-Clause
// `T()` zeroes an object before a default constructor that the user did not write; after one that
// had to be written it does not.
#pragma once

#include "initialiser_walk.hpp"

namespace clang {
class FieldDecl;
}

namespace collapse {

/// Whether a default constructor that is written may zero this member by `member()`.
bool is_zeroed_by_default(clang::FieldDecl const& field);

/// Refuses a written default constructor of the target if something of the object may stay unset
/// after these steps and the unit zeroes targets (C0412).
void check_zeroing(MergeContext const& context, InitialiserWalk const& walk);

/// Refuses constructors that zero a base, as `Base()` does, of which something may stay unset then
/// (C0412).
void check_zeroed_bases(MergeContext const& context, InitialiserWalk const& walk);

} // namespace collapse

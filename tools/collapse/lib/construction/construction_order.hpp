// SPDX-License-Identifier: BSD-2-Clause
// Whether bodies of base constructors and destructors may run at other moments than before.
#pragma once

#include "initialiser_walk.hpp"

#include <vector>

namespace clang {
class CXXDestructorDecl;
}

namespace collapse {

/// Refuses steps whose effects would come in another order when all initialisers precede all
/// bodies, and exceptions that would leave a base's destructor out. `of_target`: the definition
/// whose body follows, if it is the user's.
void check_order_of_construction(MergeContext const& context, InitialiserWalk const& walk,
                                 clang::CXXConstructorDecl const* of_target);

/// Whether the destructor of the class has a body that does something, as one that is defined
/// elsewhere is taken to have.
bool runs_on_destruction(clang::CXXRecordDecl const& record);

/// Refuses members that would be destroyed after a destructor body that came after them, and a
/// destructor of the target that may leave out what follows its body.
void check_order_of_destruction(MergeContext const& context);

/// Definitions of base destructors that do something, as they run. Refuses invisible ones.
std::vector<clang::CXXDestructorDecl const*> destructors_with_bodies(MergeContext const& context);

/// Whether a base's destructor is the user's and defined in another unit.
bool has_hidden_destructor(Hierarchy const& hierarchy);

/// Whether a base's destructor lets exceptions out: then that of the class does, too.
bool has_failing_destructor(Hierarchy const& hierarchy);

/// Whether every base and member has a default constructor, or needs none.
bool can_be_default_constructed(Hierarchy const& hierarchy);

/// Whether this unit sees the definitions of all default constructors of bases.
bool default_construction_is_visible(Hierarchy const& hierarchy);

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// What happens when an exception leaves a constructor or destructor half-way.
#pragma once

#include "initialiser_walk.hpp"

namespace clang {
class CXXDestructorDecl;
} // namespace clang

namespace collapse {

/// Whether nothing of these steps lets an exception out.
bool cannot_fail(MergeContext const& context, InitialiserWalk const& walk);

/// Refuses exceptions that would leave a base's destructor out, end what did not exist before, or
/// get out of a constructor of a base that let none out. `of_target`: the definition whose body
/// follows; null: the compiler's own.
void check_failures(MergeContext const& context, InitialiserWalk const& walk,
                    clang::CXXConstructorDecl const* of_target);

/// Refuses exceptions in destructors after which those of bases would not run.
void check_failing_destructors(MergeContext const& context,
                               std::vector<clang::CXXDestructorDecl const*> const& running);

} // namespace collapse

// SPDX-License-Identifier: BSD-2-Clause
// The verb print: the flat class as people read it.
#pragma once

#include "options.hpp"

#include <rewrite/text/unit.hpp>

#include <string>

namespace clang {
class CXXRecordDecl;
} // namespace clang

namespace collapse {

struct Applied;

/// Prints the flat classes that the options name; returns the exit status.
int print(Options const& options);

/// The definition of a flat class in its namespaces, not formatted yet; each member stands after a
/// comment that says where it came from. `before` is the unit before `applied`, `after` the one
/// that holds the class.
std::string annotated_class(rewrite::Unit const& before, Applied const& applied,
                            rewrite::Unit const& after, clang::CXXRecordDecl const& record);

} // namespace collapse

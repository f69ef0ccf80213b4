// SPDX-License-Identifier: BSD-2-Clause
// Which types lead to addresses of a hierarchy's objects, and which of these system code may turn
// into numbers, `void*` or text.
#pragma once

#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <set>

namespace clang {
class FunctionDecl;
class QualType;
} // namespace clang

namespace collapse {

using Records = std::set<clang::CXXRecordDecl const*>;

/// The classes of the hierarchy to which pointers lie in an object of the type.
Records pointees_within(clang::QualType object, Hierarchy const& hierarchy);

/// Those whose addresses a function of a system header may turn into something without their type.
/// Its body is not looked into: the types that it is made for tell. It may if it hashes, or prints
/// a smart pointer, and if it is made for both pointers to the class and `void*`, or for a class of
/// the program that can be made from `void*` or called with it.
Records untyped_in_system_code(clang::FunctionDecl const& function, Hierarchy const& hierarchy);

} // namespace collapse

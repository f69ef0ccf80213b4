// SPDX-License-Identifier: BSD-2-Clause
// The single checks behind `check_preconditions`, one file each, and what they share.
#pragma once

#include "future_types.hpp"
#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <rewrite/text/unit.hpp>

#include <string>

namespace clang {
class QualType;
class SourceLocation;
} // namespace clang

namespace collapse {

/// One unit, one hierarchy.
struct CheckContext {
    rewrite::Unit const& unit;
    Hierarchy const& hierarchy;
    FutureTypes& types;
    rewrite::Diagnostics& diagnostics;

    void refuse(std::string const& code, clang::SourceLocation location, std::string message,
                std::string help = {}) const;

    /// The class of an object of this type or array; null if it is none of the hierarchy.
    clang::CXXRecordDecl const* record_in(clang::QualType type) const;

    /// The same, only for bases that will be another name of the target.
    clang::CXXRecordDecl const* merged_in(clang::QualType type) const;

    /// The same for what a pointer or reference of this type refers to.
    clang::CXXRecordDecl const* pointee_in(clang::QualType type) const;
    clang::CXXRecordDecl const* merged_pointee_in(clang::QualType type) const;

    /// Whether objects of this type contain the target or a base of it, or are one.
    bool holds(clang::QualType type) const;
};

bool is_in_system_header(clang::Decl const& declaration);

std::string quoted(clang::CXXRecordDecl const& record);

/// What classes the hierarchy consists of (C02xx).
void check_shape(CheckContext const& context);

/// Questions about an object's dynamic type (C0301 to C0303).
void check_identity(CheckContext const& context);

/// Objects of bases by themselves, and slices (C0304 to C0306, C0420).
void check_objects(CheckContext const& context);

/// Objects as bytes (C0310 to C0314).
void check_bytes(CheckContext const& context);

/// Addresses that lose their type (C0319).
void check_addresses(CheckContext const& context);

/// Types that templates and overloads tell apart (C0307, C0316, C0317).
void check_types(CheckContext const& context);

/// Functions that tell their names, names for the linker, and comparisons made by the compiler
/// (C0308, C0309, C0322).
void check_generated(CheckContext const& context);

/// Variables that would be initialised in another order (C0413).
void check_statics(CheckContext const& context);

/// Conversions to bases that are copied (C0320).
void check_copied_bases(CheckContext const& context);

} // namespace collapse

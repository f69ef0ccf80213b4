// SPDX-License-Identifier: BSD-2-Clause
// Facts about the classes of a unit: what they are and what they are made of.
#pragma once

#include "facts.hpp"

#include <rewrite/lib/unit.hpp>

#include <map>
#include <string>

namespace clang {
class CXXRecordDecl;
class QualType;
} // namespace clang

namespace collapse {

/// Decides which classes facts speak of, and under which name. Those are the classes of the text,
/// and classes of system headers that derive from them (a `std::tuple` may).
class ClassNames {
public:
    explicit ClassNames(rewrite::Unit const& unit) : unit_(unit) {}

    /// Qualified, with template arguments; empty for classes of no interest.
    std::string const& of(clang::CXXRecordDecl const* record);

    /// That of the class behind pointers, references and arrays.
    std::string const& behind(clang::QualType type);

private:
    bool is_of_interest(clang::CXXRecordDecl const& record) const;

    rewrite::Unit const& unit_;
    std::map<clang::CXXRecordDecl const*, std::string> names_; ///< by canonical declaration
};

void add_class_facts(rewrite::Unit const& unit, ClassNames& names, UnitFacts& facts);

/// A hash of the tokens of a class's definition. String literals count as equal, since messages
/// may name files as one unit or another sees them.
std::string definition_hash(rewrite::Unit const& unit, clang::CXXRecordDecl const& record);

/// That of a hierarchy, from the hashes of its classes by their names.
std::string hierarchy_hash(std::map<std::string, std::string> const& class_hashes);

} // namespace collapse

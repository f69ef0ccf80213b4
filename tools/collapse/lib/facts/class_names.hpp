// SPDX-License-Identifier: BSD-2-Clause
// Which classes facts speak of, and under which name.
#pragma once

#include <rewrite/text/unit.hpp>

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

} // namespace collapse

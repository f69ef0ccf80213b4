// SPDX-License-Identifier: BSD-2-Clause
// Retypes references to the concrete class that the plan knows behind them: what Click's
// devirtualizer did for routers (Kohler, Morris, Chen 2002), for C++ classes.
#pragma once

#include <collapse/lib/plan/plan.hpp>

#include <rewrite/meaning/meaning.hpp>
#include <rewrite/text/unit.hpp>

#include <set>

namespace clang {
class CXXRecordDecl;
class FieldDecl;
} // namespace clang

namespace collapse {

/// Edits for the references and the sealed classes of a plan; what of it is not in the unit is
/// left out. Adds the classes that need a forward declaration, and what names may mean then.
class References {
public:
    References(rewrite::Unit const& unit, rewrite::Diagnostics& diagnostics,
               rewrite::EditPlan& plan, rewrite::Images& images);

    void retype(PlannedReference const& reference);
    void seal(std::string const& class_name);

    std::set<clang::CXXRecordDecl const*> const& to_declare() const { return to_declare_; }
    std::vector<std::string> const& summary() const { return summary_; }

private:
    clang::NamedDecl const* told_apart_by(clang::FieldDecl const& field) const;

    rewrite::Unit const& unit_;
    rewrite::Diagnostics& diagnostics_;
    rewrite::EditPlan& plan_;
    rewrite::Images& images_;
    std::set<clang::CXXRecordDecl const*> to_declare_;
    std::vector<std::string> summary_;
};

/// Lets uses of `interface`, of its bases and of their virtual functions mean those of `concrete`.
void add_concrete_images(rewrite::Unit const& unit, clang::CXXRecordDecl const& interface,
                         clang::CXXRecordDecl const& concrete, rewrite::Images& images);

} // namespace collapse

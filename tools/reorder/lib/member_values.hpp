// SPDX-License-Identifier: BSD-2-Clause
// Uses of a member by another's initialiser, replaced by what the member is made from.
#pragma once

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/unit.hpp>

#include <map>
#include <optional>
#include <vector>

namespace reorder {

/// What one member is initialised with.
struct MemberValue {
    clang::Expr const* initialiser = nullptr;
    bool is_default = false; ///< written in the class, for all constructors
};

/// A use of `used` in the initialiser of `user`, and what may stand in its place.
struct Replacement {
    clang::FieldDecl const* used = nullptr;
    clang::FieldDecl const* user = nullptr;
    rewrite::Range place;
    rewrite::Fragment value;
};

/// All that one constructor initialises, or a list without clauses.
class MemberValues {
public:
    explicit MemberValues(rewrite::Unit const& unit) : unit_(unit) {}

    void add(clang::FieldDecl const& field, MemberValue value);

    /// Of something else than a whole member.
    void add(clang::Expr const& initialiser) { initialisers_.push_back(&initialiser); }

    /// For all uses of one member in the initialiser of another. Nothing: one of them does more
    /// than read the value, or that depends on more than constants and parameters that do not
    /// change.
    std::optional<std::vector<Replacement>> replacements(clang::FieldDecl const& used,
                                                         clang::FieldDecl const& user) const;

private:
    bool is_stable(clang::FieldDecl const& field, bool in_class) const;
    bool is_stable(clang::Expr const& value, bool in_class) const;
    bool is_stable_variable(clang::ValueDecl const& variable) const;
    rewrite::Fragment value_in_place(rewrite::Range place, clang::FieldDecl const& field) const;

    rewrite::Unit const& unit_;
    std::map<clang::FieldDecl const*, MemberValue> values_;
    std::vector<clang::Expr const*> initialisers_; ///< all of them
};

/// The member of the object under construction that the expression names; null: it does not.
clang::FieldDecl const* own_member(clang::Expr const& expression);

} // namespace reorder

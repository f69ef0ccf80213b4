// SPDX-License-Identifier: BSD-2-Clause
// The edits that turn a hierarchy's definitions into one flat class (Dannowski 2004, section 3).
#pragma once

#include "name_adapter.hpp"

#include <rewrite/text/member_chunks.hpp>

#include <string>
#include <vector>

namespace collapse {

class ConstructorMerger;

/// Writes the edits of one hierarchy into a plan of the whole unit.
class ClassText {
public:
    ClassText(rewrite::Unit const& unit, Hierarchy const& hierarchy, NameAdapter const& adapter,
              ConstructorMerger& merger, rewrite::Diagnostics& diagnostics,
              rewrite::EditPlan& plan);

    /// The definition of the target, those of its bases, and all member definitions.
    void write();

    /// Where the target's definition stands.
    rewrite::Range target_range() const { return target_range_; }

    /// What was moved, for people.
    std::vector<std::string> const& summary() const { return summary_; }

private:
    void write_target();
    void write_base_clause(rewrite::ClassPlaces const& places);
    void write_own_members();
    void write_constructor(clang::CXXConstructorDecl const& constructor);
    void keep_promises(clang::CXXConstructorDecl const& definition, MergedConstructor& merged);
    void write_defaulted_constructor(clang::CXXConstructorDecl const& definition);
    void write_destructor();
    void write_defaulted_destructor(clang::CXXDestructorDecl const& destructor,
                                    clang::FunctionDecl const& definition,
                                    rewrite::Fragment epilogue);
    void replace_default(clang::FunctionDecl const& definition, rewrite::Fragment text);
    std::optional<rewrite::Range> default_range(clang::FunctionDecl const& definition) const;
    rewrite::Fragment base_members();
    void add_members_of(Base const& base, rewrite::Fragment& members,
                        clang::AccessSpecifier& access);
    clang::FunctionDecl const* foreign_friend(clang::FriendDecl const& friendship) const;
    bool is_declared_before_target(clang::FunctionDecl const& function) const;
    void declare_friends(Base const& base, uint32_t place);
    void qualify_friend(clang::FriendDecl const& friendship, rewrite::EditPlan& edits) const;
    bool moves(Base const& base, clang::Decl const& member) const;
    void replace_base(Base const& base);
    void replace_unnamed_base(Base const& base);
    std::string declared_target(Base const& base) const;
    void befriend(Base const& base);
    void write_definitions(clang::DeclContext const& context);
    void write_definition(clang::NamedDecl const& definition, Base const& base);
    rewrite::Moved moved_definition(clang::NamedDecl const& definition, rewrite::Range range);
    rewrite::Fragment in_target_scope(clang::DeclContext const* place, rewrite::Moved text) const;

    rewrite::Unit const& unit_;
    Hierarchy const& hierarchy_;
    NameAdapter const& adapter_;
    ConstructorMerger& merger_;
    rewrite::Diagnostics& diagnostics_;
    rewrite::EditPlan& plan_;
    rewrite::Range target_range_;
    std::vector<std::string> summary_;
};

} // namespace collapse

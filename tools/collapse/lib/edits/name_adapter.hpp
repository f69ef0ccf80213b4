// SPDX-License-Identifier: BSD-2-Clause
// Adapts names to their new surroundings: members to the flat class, others by full qualification.
#pragma once

#include <collapse/lib/construction/constructors.hpp>
#include <collapse/lib/hierarchy/hierarchy.hpp>
#include <collapse/lib/hierarchy/name_uses.hpp>

#include <map>
#include <memory>
#include <set>
#include <string>

namespace collapse {

/// Text that replaces the use of a constructor's parameter.
using ParameterTexts = std::map<clang::NamedDecl const*, std::string>;

/// Writes the edits of one hierarchy's names.
class NameAdapter : public BodyWriter {
public:
    NameAdapter(rewrite::Unit const& unit, Hierarchy const& hierarchy, NameUses const& uses,
                PhaseCalls const& phase_calls, rewrite::Diagnostics& diagnostics);

    /// The adapters of the unit's other hierarchies: what moves for this one may use their names.
    void set_companions(std::vector<NameAdapter const*> companions) {
        companions_ = std::move(companions);
    }

    /// Edits for text of a base that will stand in the scope of the flat class.
    void adapt_moved(rewrite::Range range, ParameterTexts const& parameters,
                     rewrite::EditPlan& plan) const;

    /// Edits for text that stays where it is: the target's own, and the rest of the unit.
    void adapt_in_place(rewrite::Range range, rewrite::EditPlan& plan) const;

    rewrite::Moved moved(rewrite::Range range, ParameterTexts const& parameters) const override;

    /// Classes that moved text names with `class` before they are declared otherwise.
    std::set<clang::CXXRecordDecl const*> const& to_declare() const { return to_declare_; }

    /// The function that a use of a method runs in the flat class.
    clang::CXXMethodDecl const* image_of(NameUse const& use,
                                         clang::CXXMethodDecl const& method) const;

    /// The target's name with all namespaces: `::a::b::Target`.
    std::string const& target_name() const { return target_name_; }

    NameUses const& uses() const { return uses_; }

private:
    struct Edit {
        rewrite::Range range;
        std::string text;
    };
    /// In `constructor` the parameters of the target's constructors hide other names.
    enum class Where { moved, constructor, in_place };

    void adapt(rewrite::Range range, Where where, ParameterTexts const& parameters,
               rewrite::EditPlan& plan) const;
    void replace_before_name(rewrite::Range place, std::string_view text,
                             rewrite::EditPlan& plan) const;
    std::optional<Edit> edit_of(NameUse const& use, Where where) const;
    std::optional<Edit> member_edit(NameUse const& use, clang::CXXRecordDecl const& owner,
                                    Where where) const;
    std::optional<Edit> assignment_edit(NameUse const& use) const;
    std::optional<Edit> base_edit(NameUse const& use, Where where) const;
    std::optional<Edit> qualification(rewrite::Range name, clang::NamedDecl const& meaning,
                                      Where where) const;
    bool is_hidden(clang::NamedDecl const& meaning, Where where) const;
    bool is_of_flat_class(NameUse const& use, clang::CXXRecordDecl const& owner, Where where) const;
    bool is_found_through_base(clang::NamedDecl const& function, uint32_t place) const;
    bool is_declared_in_namespace(clang::NamedDecl const& function, uint32_t place) const;
    bool is_captured(clang::NamedDecl const& meaning) const;
    void add_default_arguments(rewrite::Range range, rewrite::EditPlan& plan) const;

    rewrite::Unit const& unit_;
    Hierarchy const& hierarchy_;
    NameUses const& uses_;
    PhaseCalls const& phase_calls_;
    rewrite::Diagnostics& diagnostics_;
    std::string target_name_;
    std::set<std::string> flat_names_;
    std::set<std::string> parameter_names_; ///< of all constructors of the target
    std::vector<NameAdapter const*> companions_;
    mutable std::set<clang::CXXRecordDecl const*> to_declare_;
};

/// The declaration's name with all namespaces and a leading `::`; inline and unnamed ones left out.
std::string qualified_name(clang::NamedDecl const& declaration);

} // namespace collapse

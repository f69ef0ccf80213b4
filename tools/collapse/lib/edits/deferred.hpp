// SPDX-License-Identifier: BSD-2-Clause
// Functions that need a base complete and stand before the target: their bodies move after it.
#pragma once

#include "name_adapter.hpp"

#include <vector>

namespace collapse {

/// A place between declarations, and the namespace that it lies in.
struct TextPlace {
    uint32_t offset = 0;
    clang::DeclContext const* around = nullptr;
};

/// A merged base is complete only where the target is, so the bodies of functions between both are
/// written after the target; a declaration stays. Left where they are, and so for the check to
/// refuse: `constexpr` and deduced functions, and members of class templates.
class DeferredFunctions {
public:
    DeferredFunctions(rewrite::Unit const& unit, NameUses const& uses, rewrite::EditPlan& plan)
        : unit_(unit), uses_(uses), plan_(plan) {}

    /// Adds a hierarchy whose target is defined in `target`.
    void add(Hierarchy const& hierarchy, NameAdapter const& adapter, rewrite::Range target);

    /// Writes the edits for all functions of the unit, once all hierarchies are known.
    void write();

    /// Where a function in this range has complete all hierarchies that it names; none: there.
    std::optional<TextPlace> place_after(rewrite::Range function) const;

private:
    struct Span {
        Hierarchy const* hierarchy;
        rewrite::Range between; ///< from the first merged base to the target's definition
        uint32_t end;           ///< past the target's definition
    };

    void walk(clang::DeclContext const& context);
    void defer(clang::FunctionDecl const& function, clang::NamedDecl const& whole);
    bool can_move(clang::FunctionDecl const& function) const;
    void leave_class(clang::CXXMethodDecl const& method, rewrite::EditPlan& edits) const;

    rewrite::Unit const& unit_;
    NameUses const& uses_;
    rewrite::EditPlan& plan_;
    std::vector<Span> spans_;
    std::vector<NameAdapter const*> adapters_;
};

} // namespace collapse

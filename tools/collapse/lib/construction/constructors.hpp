// SPDX-License-Identifier: BSD-2-Clause
// Merges the constructors and destructors of bases into those of the flat class
// (Dannowski 2004, section 3, step 4; ours keeps the order of initialisers and bodies).
#pragma once

#include "construction_phases.hpp"
#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <rewrite/text/unit.hpp>

#include <memory>
#include <set>

namespace clang {
class CXXConstructorDecl;
class CXXDestructorDecl;
} // namespace clang

namespace collapse {

/// Renders a source range of a base or of the target as it reads inside the flat class.
class BodyWriter {
public:
    virtual ~BodyWriter() = default;

    /// The range with its names adapted; `parameters` are texts that replace uses of constructor
    /// parameters (empty map: none).
    virtual rewrite::Moved
    moved(rewrite::Range range,
          std::map<clang::NamedDecl const*, std::string> const& parameters) const = 0;
};

/// The text of one constructor of the target.
struct MergedConstructor {
    rewrite::Fragment initialisers; ///< after the colon, in order, all of them; empty: none
    rewrite::Fragment prologue;     ///< first in the body: calls of base constructor bodies
    bool is_constant = false;       ///< of one that was defaulted: it was `constexpr`,
    bool is_nothrow = false;        ///< and let no exception out
};

/// Merges what constructs and destroys the bases into the target. Usage: create it when the
/// decisions are known; note `static_uses` in the hierarchy and choose the names; `merge` every
/// constructor of the target that the unit defines; then ask for the members. Whatever cannot keep
/// its effects or their order is refused (C04xx).
class ConstructorMerger {
public:
    ConstructorMerger(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                      BodyWriter const& writer, rewrite::Diagnostics& diagnostics);
    ~ConstructorMerger();

    /// The functions that constructor phases name: candidates for `Hierarchy::note_static_use`.
    std::set<clang::CXXMethodDecl const*> static_uses() const;

    /// Which calls in constructors and destructors of bases must name another function than the
    /// final overrider.
    PhaseCalls const& phase_calls() const { return phase_calls_; }

    /// What replaces the initialisers of a user's constructor of the target. For one that is
    /// defaulted (`= default`), a non-empty result replaces `= default;` by a list and a body.
    MergedConstructor merge(clang::CXXConstructorDecl const& of_target);

    /// Functions that the target had from its bases or from the compiler and that must be written
    /// now: inherited constructors, default constructor, destructor, copies that were deleted.
    /// With access labels; another label or the end of the class must follow.
    rewrite::Fragment implicit_members();

    /// The `Base_construct` and `Base_destruct` functions, with an access label in front. Call it
    /// after `merge` and `implicit_members`.
    rewrite::Fragment members();

    /// What the target's own destructor does last, and first what forbids that.
    rewrite::Fragment destructor_epilogue();

private:
    class Implementation;
    PhaseCalls phase_calls_;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace collapse

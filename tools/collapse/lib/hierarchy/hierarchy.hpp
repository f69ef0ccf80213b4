// SPDX-License-Identifier: BSD-2-Clause
// A class to be flattened, its bases, and which member stands for which afterwards.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CXXMethodDecl;
class CXXRecordDecl;
class FieldDecl;
class NamedDecl;
} // namespace clang

namespace collapse {

/// What becomes of a base of the target.
enum class BaseDecision {
    merged, ///< nothing but the target derives from it: its members move, `using Base = Target`
    copied, ///< others use it: it stays as it is, the target gets copies and derives no more
    kept,   ///< the target goes on deriving from it (it is observed through it)
};

struct Base {
    clang::CXXRecordDecl const* record = nullptr;
    BaseDecision decision = BaseDecision::merged;
    bool is_virtual = false; ///< on any path
    unsigned subobjects = 1; ///< more than one: a repeated non-virtual base
};

/// The target and its bases; records are definitions.
class Hierarchy {
public:
    explicit Hierarchy(clang::CXXRecordDecl const& target);

    clang::CXXRecordDecl const& target() const { return *target_; }

    /// Breadth-first from the target, each once (Dannowski 2004, section 3, step 1).
    std::vector<Base> const& bases() const { return bases_; }
    std::vector<Base>& bases() { return bases_; }
    Base const* find(clang::CXXRecordDecl const* record) const;

    /// The target or one of its bases.
    bool contains(clang::CXXRecordDecl const* record) const;

    /// A base whose members move (merged or copied).
    bool is_flattened(clang::CXXRecordDecl const* record) const;

    /// Bases as their constructors run, the target last: virtual bases depth-first, then the
    /// others.
    std::vector<clang::CXXRecordDecl const*> construction_order() const;

    /// The function that runs when `method` is called on a complete target.
    clang::CXXMethodDecl const* final_overrider(clang::CXXMethodDecl const& method) const;

    /// The function that runs while the constructor or destructor of `stage` does.
    clang::CXXMethodDecl const* overrider_during(clang::CXXMethodDecl const& method,
                                                 clang::CXXRecordDecl const& stage) const;

    /// Whether code of the flat class may reach this function: it is the final overrider, is not
    /// virtual, or is named with its class (`Base::f()`) or by a constructor phase.
    void note_static_use(clang::CXXMethodDecl const& method);
    bool is_needed(clang::CXXMethodDecl const& method) const;

    /// The member's name in the flat class: its own, or `Base_name` where that would be hidden,
    /// ambiguous or twice.
    std::string name_of(clang::NamedDecl const& member) const;
    bool is_renamed(clang::NamedDecl const& member) const;

    /// Decides the names; call once after the decisions and static uses are known. Operators that
    /// the target hides cannot get other names: those that are not among `used_operators` are
    /// dropped.
    void choose_names(std::set<clang::NamedDecl const*> const& used_operators = {});

private:
    clang::CXXRecordDecl const* target_;
    std::vector<Base> bases_;
    std::map<clang::CXXMethodDecl const*, bool> static_uses_;
    std::map<clang::NamedDecl const*, std::string> names_;
    std::set<clang::NamedDecl const*> dropped_;
};

/// The declaration that stands for a member in all its forms: the template of an instance, the
/// first of several declarations.
clang::NamedDecl const* first_form(clang::NamedDecl const& member);

} // namespace collapse

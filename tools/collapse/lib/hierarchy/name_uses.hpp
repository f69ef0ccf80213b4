// SPDX-License-Identifier: BSD-2-Clause
// Every place of a unit where a name is used, with what it means: the facts that edits start from.
#pragma once

#include <rewrite/text/unit.hpp>

#include <set>
#include <span>
#include <vector>

namespace clang {
class CallExpr;
class CXXRecordDecl;
class MemberExpr;
class NamedDecl;
} // namespace clang

namespace collapse {

/// One use of a name.
struct NameUse {
    rewrite::Range qualifier = {}; ///< `a::B::` in front of the name; empty: none
    rewrite::Range name = {};      ///< the name token itself
    clang::NamedDecl const* meaning = nullptr;
    clang::CXXRecordDecl const* qualifier_class = nullptr; ///< the class that the qualifier names
    clang::CXXRecordDecl const* object_class = nullptr;    ///< of member accesses: of the object
    clang::MemberExpr const* access = nullptr;             ///< of member accesses
    bool implicit_this = false;   ///< a member access without an object expression
    bool dispatches = false;      ///< a call through the vtable
    bool elaborated = false;      ///< after `class`, `struct`
    bool declares = false;        ///< the declaration of the name itself
    bool inner_qualifier = false; ///< `B` of `a::B::c`: looked up in `a`
    bool by_argument = false;     ///< a function that only its arguments' types find
    bool dependent = false;       ///< one of an overload set within a template
};

/// The first component of a qualified name: what ordinary lookup must find.
struct QualifierUse {
    rewrite::Range name;
    clang::NamedDecl const* meaning = nullptr;
};

/// Arguments that a call takes from its callee's declaration.
struct DefaultArguments {
    clang::CallExpr const* call = nullptr;
    uint32_t end = 0; ///< where the closing parenthesis stands
};

struct NameUses {
    /// Those whose names lie within the range.
    std::span<NameUse const> names_within(rewrite::Range range) const;
    std::span<QualifierUse const> qualifiers_within(rewrite::Range range) const;

    std::vector<NameUse> names;           ///< sorted by place
    std::vector<QualifierUse> qualifiers; ///< sorted by place
    std::vector<DefaultArguments> default_arguments;
    std::set<clang::NamedDecl const*> operators; ///< called by `a + b` or to convert
};

/// Walks over everything that is written in the unit's own text; not over instantiations.
NameUses find_name_uses(rewrite::Unit const& unit);

} // namespace collapse

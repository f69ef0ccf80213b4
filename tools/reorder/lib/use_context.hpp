// SPDX-License-Identifier: BSD-2-Clause
// What the checks of uses share: the targets of a unit, and questions about types and addresses.
#pragma once

#include "checks.hpp"

#include <rewrite/syntax/code_visitor.hpp>

namespace reorder {

struct UseContext {
    rewrite::Unit const& unit;
    std::vector<Arrangement> const& arrangements;
    rewrite::Diagnostics& diagnostics;
    std::vector<FirstMemberUse>& first_member_uses;

    void refuse(std::string const& code, clang::SourceLocation location, std::string message,
                std::string help = {}) const;

    /// The target that an object of this type, or each element of an array, is; null: none.
    Arrangement const* target(clang::QualType type) const;

    /// The same for what a pointer of this type points to.
    Arrangement const* pointee(clang::QualType type) const;

    /// Whether objects of this type contain one of a target, or are one.
    bool holds(clang::QualType type) const;

    /// The member of a target whose address the expression is; null: none.
    clang::FieldDecl const* addressed_member(clang::Expr const& address) const;

    /// Whether the code asks for the offset of a target's member, or for the size of a target.
    bool asks_offset(clang::Stmt const& code) const;
    bool asks_size(clang::Stmt const& code) const;
};

/// A walk over everything that the unit's own text declares, template instances included.
class UseVisitor : public rewrite::CodeVisitor {
public:
    explicit UseVisitor(UseContext const& context) : context_(context) {}

    bool shouldVisitTemplateInstantiations() const override { return true; }

    void walk() {
        for (clang::Decl* each : context_.unit.context().getTranslationUnitDecl()->decls())
            if (context_.unit.offset(each->getLocation())) TraverseDecl(each);
    }

    /// The compilers check again what an assertion says.
    bool TraverseStaticAssertDecl(clang::StaticAssertDecl*) override { return true; }

protected:
    UseContext const& context_;
};

std::string quoted(Arrangement const& target);

/// Functions that take objects for bytes, and other views of objects as bytes (R0501 to R0509,
/// R0508).
void check_bytes(UseContext const& context);

/// Conversions of pointers (R0504), and addresses in assembly (R0507).
void check_casts(UseContext const& context);

/// Arithmetic with offsets and addresses of members (R0505, R0506).
void check_addresses(UseContext const& context);

} // namespace reorder

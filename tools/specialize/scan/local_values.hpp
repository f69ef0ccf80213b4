// SPDX-License-Identifier: BSD-2-Clause
// What one function does with its own variables.
#pragma once

#include <rewrite/syntax/clang.hpp>

namespace specialize {

/// The values that a function's variables get, and where their objects become known to others.
class LocalValues {
public:
    explicit LocalValues(clang::FunctionDecl const& function);

    /// All values the variable ever gets; nothing: they are not all known.
    std::optional<std::vector<clang::Expr const*>> values(clang::VarDecl const& variable) const;

    /// Whether the object that the pointer was given by an allocation is known to nobody else when
    /// control is at `place`.
    bool is_unpublished(clang::VarDecl const& pointer, clang::SourceLocation place) const;

private:
    friend class LocalVisitor;

    struct Variable {
        std::vector<clang::Expr const*> values;
        std::vector<clang::SourceLocation> publications;
        bool is_unknown = false;
    };

    clang::SourceManager const& sources_;
    std::map<clang::VarDecl const*, Variable> variables_;
    std::vector<clang::SourceRange> loops_; ///< jumps backwards too
};

/// Whether an expression makes a new object: `new X`, `malloc(n)`.
bool is_allocation(clang::Expr const& expression);

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// A walk over syntax trees that sees `{...}` as the compiler understands it, and what generic
// lambda expressions were instantiated for.
#pragma once

#include "syntax_visitor.hpp"

#include <set>

namespace rewrite {

/// Clang keeps two forms of such a list: conversions and constructors stand only in the semantic
/// one, the names of designators only in the one that is written, which is all that its own visitor
/// walks over.
class CodeVisitor : public SyntaxVisitor {
public:
    bool TraverseInitListExpr(clang::InitListExpr* list) override;

    /// Clang's own visitor walks over instances of all templates but these.
    bool TraverseLambdaExpr(clang::LambdaExpr* lambda) override;

protected:
    /// Whether what is met in a list initialises a base of the list's object.
    bool is_base_part(clang::Expr const& initialiser) const {
        return base_parts_.contains(&initialiser);
    }

private:
    void note_base_parts(clang::InitListExpr const& list);

    std::set<clang::Expr const*> base_parts_;
};

} // namespace rewrite

// SPDX-License-Identifier: BSD-2-Clause
// Walks over all declarations, parameters of functions with them.
#include "first_names.hpp"

#include <rewrite/syntax/syntax_visitor.hpp>

#include <algorithm>

namespace rewrite {

using clang::Decl;
using clang::NamedDecl;

namespace {

/// Finds declarations of what was declared before.
class Redeclarations : public SyntaxVisitor {
public:
    Redeclarations(Signatures& signatures, FirstNames& first_names)
        : signatures_(signatures), first_names_(first_names) {}

    bool VisitNamedDecl(NamedDecl* declaration) override {
        note(*declaration, *declaration->getCanonicalDecl());
        return true;
    }

    bool VisitFunctionDecl(clang::FunctionDecl* function) override {
        clang::FunctionDecl const* first = function->getCanonicalDecl();
        for (unsigned i = 0; i < std::min(first->getNumParams(), function->getNumParams()); ++i)
            note(*function->getParamDecl(i), *first->getParamDecl(i));
        return true;
    }

private:
    void note(Decl const& later, Decl const& first) {
        if (&later == &first || later.getLocation().isMacroID()) return;
        std::optional<uint32_t> const here = signatures_.offset(later.getLocation());
        std::optional<uint32_t> const there = signatures_.offset(first.getLocation());
        if (here && there) first_names_.emplace(*here, *there);
    }

    Signatures& signatures_;
    FirstNames& first_names_;
};

} // namespace

void find_first_names(clang::ASTContext& context, Signatures& signatures, FirstNames& first_names) {
    Redeclarations redeclarations(signatures, first_names);
    for (Decl* each : context.getTranslationUnitDecl()->decls())
        if (signatures.offset(each->getLocation())) redeclarations.TraverseDecl(each);
}

} // namespace rewrite

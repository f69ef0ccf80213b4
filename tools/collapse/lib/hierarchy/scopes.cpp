// SPDX-License-Identifier: BSD-2-Clause
// Writes namespace blocks; `namespace a::b {` has one brace, whatever it opens.
#include "scopes.hpp"

#include <rewrite/syntax/clang.hpp>

#include <vector>

namespace collapse {

namespace {

std::string opening(clang::NamespaceDecl const& scope) {
    std::string const inline_word = scope.isInline() ? "inline " : "";
    if (scope.isNested()) return "::" + inline_word + scope.getNameAsString();
    return inline_word + "namespace " + scope.getNameAsString();
}

} // namespace

Scope scope_of(clang::DeclContext const& context) {
    std::vector<clang::DeclContext const*> chain;
    for (clang::DeclContext const* each = &context; each; each = each->getLexicalParent())
        chain.insert(chain.begin(), each);
    Scope scope;
    for (size_t i = 0; i < chain.size(); ++i) {
        if (auto const* const linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(chain[i])) {
            if (!linkage->hasBraces()) continue;
            bool const is_c = linkage->getLanguage() == clang::LinkageSpecLanguageIDs::C;
            scope.open += is_c ? "extern \"C\" { " : "extern \"C++\" { ";
            scope.close += "}";
        } else if (auto const* const space = llvm::dyn_cast<clang::NamespaceDecl>(chain[i])) {
            scope.open += opening(*space);
            auto const* const next =
                i + 1 < chain.size() ? llvm::dyn_cast<clang::NamespaceDecl>(chain[i + 1]) : nullptr;
            if (next && next->isNested()) continue;
            scope.open += " { ";
            scope.close += "}";
        }
    }
    return scope;
}

std::string forward_declarations(std::set<clang::CXXRecordDecl const*> const& classes) {
    std::map<std::string, std::string> lines;
    for (clang::CXXRecordDecl const* each : classes) {
        clang::DeclContext const* const context = each->getDeclContext()->getRedeclContext();
        if (!context->isFileContext()) continue;
        std::string open;
        std::string close;
        for (auto const* scope = llvm::dyn_cast<clang::NamespaceDecl>(context); scope;
             scope = llvm::dyn_cast<clang::NamespaceDecl>(scope->getParent()->getRedeclContext())) {
            open = (scope->isInline() ? "inline namespace " : "namespace ") +
                   scope->getNameAsString() + " { " + open;
            close += " }";
        }
        std::string const key = each->isStruct() ? "struct " : "class ";
        lines[each->getQualifiedNameAsString()] =
            open + key + each->getNameAsString() + ";" + close + "\n";
    }
    std::string text;
    for (auto const& [name, line] : lines)
        text += line;
    return text;
}

} // namespace collapse

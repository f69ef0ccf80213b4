// SPDX-License-Identifier: BSD-2-Clause
// Walks namespaces and classes of a syntax tree.
#include "symbols.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/SourceManager.h>

#include <map>
#include <set>

namespace specialize {
namespace {

bool is_c(clang::NamedDecl const& declaration, clang::ASTContext const& context) {
    if (!context.getLangOpts().CPlusPlus) return true;
    if (auto const* const function = llvm::dyn_cast<clang::FunctionDecl>(&declaration))
        return function->isExternC();
    return llvm::cast<clang::VarDecl>(declaration).isExternC();
}

/// Code of headers is there only if it is used: to name it would bring in what it needs. Of system
/// headers, only what is C.
bool is_wanted(clang::NamedDecl const& declaration, bool is_local_copy,
               clang::ASTContext const& context) {
    bool const is_of_system =
        context.getSourceManager().isInSystemHeader(declaration.getLocation());
    if (is_of_system) return declaration.isUsed() && is_c(declaration, context);
    return declaration.isUsed() || !is_local_copy;
}

bool is_ours(clang::NamedDecl const& declaration) {
    return declaration.getName().starts_with("flatland_");
}

/// Without unnamed namespaces, which nobody writes.
std::string name_of(clang::NamedDecl const& declaration) {
    std::string name = declaration.getQualifiedNameAsString();
    constexpr std::string_view unnamed = "(anonymous namespace)::";
    for (size_t at = name.find(unnamed); at != name.npos; at = name.find(unnamed))
        name.erase(at, unnamed.size());
    return name;
}

class SymbolFinder {
public:
    explicit SymbolFinder(clang::ASTContext& context) : context_(context), shapes_(context) {}

    void walk(clang::DeclContext const& scope) {
        for (clang::Decl const* const each : scope.decls()) {
            if (auto const* const function = llvm::dyn_cast<clang::FunctionDecl>(each))
                add(*function);
            else if (auto const* const variable = llvm::dyn_cast<clang::VarDecl>(each))
                add(*variable);
            else if (auto const* const pattern = llvm::dyn_cast<clang::TemplateDecl>(each))
                found_[name_of(*pattern)].declarations.insert(pattern);
            else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(each))
                walk(*llvm::cast<clang::DeclContext>(each));
            else if (auto const* const record = llvm::dyn_cast<clang::CXXRecordDecl>(each);
                     record != nullptr && record->isThisDeclarationADefinition() &&
                     !record->isDependentContext() && record->getIdentifier() != nullptr)
                walk(*record);
        }
    }

    std::vector<NamedSymbol> found() {
        std::vector<NamedSymbol> result;
        for (auto& [name, known] : found_)
            if (known.symbol.shape != nullptr && known.declarations.size() == 1)
                result.push_back(std::move(known.symbol));
        return result;
    }

private:
    void add(clang::FunctionDecl const& function) {
        bool const has_plain_name = function.getIdentifier() != nullptr && !is_ours(function);
        if (!has_plain_name || function.isTemplated() || function.isDeleted()) return;
        if (function.isFunctionTemplateSpecialization()) return;
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
        if (method != nullptr && !method->isStatic()) return;
        unsigned const builtin = function.getBuiltinID();
        if (builtin != 0 && !context_.BuiltinInfo.isPredefinedLibFunction(builtin)) return;
        if (function.isConsteval() || function.hasAttr<clang::OverloadableAttr>()) return;
        bool const is_copy = function.isInlined() || !function.isExternallyVisible();
        put(function, {name_of(function), nullptr, true, false}, is_copy);
    }

    void add(clang::VarDecl const& variable) {
        bool const is_place = variable.getIdentifier() != nullptr && !is_ours(variable) &&
                              variable.hasGlobalStorage() && !variable.isInvalidDecl() &&
                              variable.getTLSKind() == clang::VarDecl::TLS_None;
        clang::QualType const type = variable.getType();
        if (!is_place || type->isReferenceType() || variable.isTemplated()) return;
        if (variable.getStorageClass() == clang::SC_Register) return;
        if (llvm::isa<clang::VarTemplateSpecializationDecl>(variable)) return;
        bool const is_copy = variable.isInline() || !variable.isExternallyVisible();
        bool const is_constant = context_.getBaseElementType(type).isConstQualified();
        put(variable, {name_of(variable), nullptr, false, is_constant}, is_copy);
    }

    void put(clang::ValueDecl const& declaration, NamedSymbol symbol, bool is_copy) {
        Known& known = found_[symbol.name];
        known.declarations.insert(declaration.getCanonicalDecl());
        if (!is_wanted(declaration, is_copy, context_)) return;
        if (known.symbol.shape != nullptr && known.symbol.shape->size_bytes > 0) return;
        symbol.shape = shapes_.of(declaration.getType());
        known.symbol = std::move(symbol);
    }

    struct Known {
        NamedSymbol symbol;
        std::set<clang::Decl const*> declarations; ///< two: neither has the name to itself
    };

    clang::ASTContext& context_;
    Shapes shapes_;
    std::map<std::string, Known> found_;
};

} // namespace

std::vector<NamedSymbol> symbols_of(clang::ASTContext& context) {
    SymbolFinder finder(context);
    finder.walk(*context.getTranslationUnitDecl());
    return finder.found();
}

} // namespace specialize

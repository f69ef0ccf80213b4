// SPDX-License-Identifier: BSD-2-Clause
// Walks through the declarations of a source for its functions, without looking into bodies.
#include "functions.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/QualTypeNames.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <tuple>

namespace specialize {
namespace {

class Finder {
public:
    explicit Finder(clang::ASTContext& context)
        : context_(context), policy_(context.getPrintingPolicy()),
          mangler_(context.createMangleContext()) {
        policy_.SuppressTagKeyword = context.getLangOpts().CPlusPlus;
        policy_.AnonymousTagLocations = false;
    }

    std::vector<Function> run() {
        visit(*context_.getTranslationUnitDecl());
        return std::move(functions_);
    }

private:
    void visit(clang::DeclContext const& scope) {
        for (clang::Decl const* const declaration : scope.decls()) {
            if (auto const* const function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
                visit_function(*function);
            else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(
                         declaration))
                visit(*llvm::cast<clang::DeclContext>(declaration));
            else if (auto const* const record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration))
                if (!record->isDependentContext()) visit(*record);
        }
    }

    void visit_function(clang::FunctionDecl const& function) {
        bool const is_plain = function.isThisDeclarationADefinition() && !function.isImplicit() &&
                              !function.isDefaulted() && !function.isDeleted() &&
                              !function.isDependentContext();
        bool const is_special =
            llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function);
        if (is_plain && !is_special) functions_.push_back(described(function));
    }

    Function described(clang::FunctionDecl const& function) {
        clang::SourceManager const& sources = context_.getSourceManager();
        Function result;
        result.name = name_of(function);
        std::tie(result.result_head, result.result_tail) = declarator(function.getReturnType());
        result.symbol = symbol_of(function);
        for (clang::ParmVarDecl const* const each : function.parameters())
            result.parameters.push_back(described(*each));
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
        if (method != nullptr && method->isInstance())
            result.class_name = text_of(context_.getRecordType(method->getParent()));
        result.namespaces = namespaces_of(function);
        result.takes_any_arguments = function.isVariadic();
        result.is_visible = function.isExternallyVisible();
        result.is_of_system = sources.isInSystemHeader(function.getLocation());
        result.place = rewrite::place_of(sources, function.getLocation());
        return result;
    }

    static std::string name_of(clang::FunctionDecl const& function) {
        std::string name = function.getQualifiedNameAsString();
        constexpr std::string_view unnamed = "(anonymous namespace)::";
        for (size_t at = name.find(unnamed); at != name.npos; at = name.find(unnamed))
            name.erase(at, unnamed.size());
        return name;
    }

    std::string symbol_of(clang::FunctionDecl const& function) {
        if (!mangler_->shouldMangleDeclName(&function)) return function.getNameAsString();
        std::string symbol;
        llvm::raw_string_ostream out(symbol);
        mangler_->mangleName(&function, out);
        return symbol;
    }

    Parameter described(clang::ParmVarDecl const& parameter) const {
        clang::QualType const type = parameter.getType();
        auto [head, tail] = declarator(type);
        return {
            parameter.getNameAsString(), text_of(type),          std::move(head), std::move(tail),
            type->isAnyPointerType(),    type->isReferenceType()};
    }

    /// What stands before and after the name in a declaration.
    std::pair<std::string, std::string> declarator(clang::QualType type) const {
        // A placeholder shows where in its type, as `void (*NAME)(int)`, the name goes.
        std::string const hole = "flatland_name";
        std::string whole = hole;
        nameable(type).getAsStringInternal(whole, policy_);
        size_t const at = whole.find(hole);
        return {whole.substr(0, at), whole.substr(at + hole.size())};
    }

    clang::QualType nameable(clang::QualType type) const {
        if (!context_.getLangOpts().CPlusPlus) return type;
        return clang::TypeName::getFullyQualifiedType(type, context_, /*WithGlobalNsPrefix=*/true);
    }

    std::string text_of(clang::QualType type) const { return nameable(type).getAsString(policy_); }

    static std::vector<std::string> namespaces_of(clang::FunctionDecl const& function) {
        std::vector<std::string> names;
        for (clang::DeclContext const* scope = function.getDeclContext(); scope != nullptr;
             scope = scope->getParent())
            if (auto const* const space = llvm::dyn_cast<clang::NamespaceDecl>(scope))
                names.push_back(space->getNameAsString());
        std::ranges::reverse(names);
        return names;
    }

    clang::ASTContext& context_;
    clang::PrintingPolicy policy_;
    std::unique_ptr<clang::MangleContext> mangler_;
    std::vector<Function> functions_;
};

} // namespace

std::vector<Function> functions_of(clang::ASTContext& context) {
    return Finder(context).run();
}

std::string shown_parameters(Function const& function) {
    std::string text;
    for (Parameter const& each : function.parameters)
        text +=
            (text.empty() ? "" : ", ") + each.declaration_head + each.name + each.declaration_tail;
    if (function.takes_any_arguments) text += text.empty() ? "..." : ", ...";
    return "(" + text + ")";
}

} // namespace specialize

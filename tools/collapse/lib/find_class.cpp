// SPDX-License-Identifier: BSD-2-Clause
// Walks over namespaces and classes; not into functions.
#include "find_class.hpp"

#include <rewrite/lib/character.hpp>
#include <rewrite/lib/clang.hpp>

#include <algorithm>

namespace collapse {

namespace {

bool matches(std::string const& qualified, std::string_view name) {
    if (name.starts_with("::")) return qualified == name.substr(2);
    if (qualified == name) return true;
    return qualified.size() > name.size() + 2 && qualified.ends_with(name) &&
           qualified.substr(qualified.size() - name.size() - 2, 2) == "::";
}

std::string without_unnamed(std::string name) {
    std::string const unnamed = "(anonymous namespace)::";
    for (size_t at = name.find(unnamed); at != std::string::npos; at = name.find(unnamed))
        name.erase(at, unnamed.size());
    return name;
}

void collect(clang::DeclContext const& context, std::string_view name, std::string_view simple,
             std::vector<clang::CXXRecordDecl const*>& found) {
    for (clang::Decl const* each : context.decls()) {
        if (auto const* const record = llvm::dyn_cast<clang::CXXRecordDecl>(each)) {
            if (!record->isThisDeclarationADefinition() || record->isImplicit()) continue;
            if (record->getIdentifier() && std::string_view(record->getName()) == simple &&
                matches(without_unnamed(record->getQualifiedNameAsString()), name))
                found.push_back(record);
            collect(*record, name, simple, found);
        } else if (auto const* const pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(each)) {
            clang::CXXRecordDecl const* const record = pattern->getTemplatedDecl();
            if (record->isThisDeclarationADefinition() &&
                std::string_view(record->getName()) == simple &&
                matches(without_unnamed(record->getQualifiedNameAsString()), name))
                found.push_back(record);
        } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(each)) {
            collect(*llvm::cast<clang::DeclContext>(each), name, simple, found);
        }
    }
}

std::string_view last_component(std::string_view name) {
    size_t const colon = name.rfind("::");
    return colon == std::string_view::npos ? name : name.substr(colon + 2);
}

} // namespace

std::vector<clang::CXXRecordDecl const*> find_classes(clang::ASTContext& context,
                                                      std::string_view name) {
    std::vector<clang::CXXRecordDecl const*> found;
    collect(*context.getTranslationUnitDecl(), name, last_component(name), found);
    return found;
}

bool mentions(std::string_view text, std::string_view class_name) {
    std::string_view const simple = last_component(class_name);
    for (size_t at = text.find(simple); at != std::string_view::npos;
         at = text.find(simple, at + 1)) {
        size_t const end = at + simple.size();
        bool const begins = at == 0 || !rewrite::is_identifier(text[at - 1]);
        if (begins && (end == text.size() || !rewrite::is_identifier(text[end]))) return true;
    }
    return false;
}

} // namespace collapse

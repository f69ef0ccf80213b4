// SPDX-License-Identifier: BSD-2-Clause
// Walks over namespaces and classes; not into functions.
#include "find_records.hpp"

#include "character.hpp"
#include <rewrite/syntax/clang.hpp>

namespace rewrite {

using clang::RecordDecl;

namespace {

bool matches(std::string const& qualified, std::string_view name) {
    if (name.starts_with("::")) return qualified == name.substr(2);
    if (qualified == name) return true;
    return qualified.size() > name.size() + 2 && qualified.ends_with(name) &&
           qualified.substr(qualified.size() - name.size() - 2, 2) == "::";
}

std::string_view last_component(std::string_view name) {
    size_t const colon = name.rfind("::");
    return colon == std::string_view::npos ? name : name.substr(colon + 2);
}

/// Asks for the whole name, which takes its time, only where the last part of it fits.
bool is_named(RecordDecl const& record, std::string_view name) {
    clang::TypedefNameDecl const* const alias = record.getTypedefNameForAnonDecl();
    clang::IdentifierInfo const* const own =
        alias ? alias->getIdentifier() : record.getIdentifier();
    return record.isThisDeclarationADefinition() && own &&
           std::string_view(own->getName()) == last_component(name) &&
           matches(record_name(record), name);
}

void collect(clang::DeclContext const& context, std::string_view name,
             std::vector<RecordDecl const*>& found) {
    for (clang::Decl const* each : context.decls()) {
        if (auto const* const record = llvm::dyn_cast<RecordDecl>(each)) {
            if (record->isImplicit()) continue;
            if (is_named(*record, name)) found.push_back(record);
            collect(*record, name, found);
        } else if (auto const* const pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(each)) {
            RecordDecl const* const record = pattern->getTemplatedDecl();
            if (is_named(*record, name)) found.push_back(record);
        } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(each)) {
            collect(*llvm::cast<clang::DeclContext>(each), name, found);
        }
    }
}

} // namespace

std::string record_name(RecordDecl const& record) {
    clang::TypedefNameDecl const* const alias = record.getTypedefNameForAnonDecl();
    std::string name =
        alias ? alias->getQualifiedNameAsString() : record.getQualifiedNameAsString();
    if (!alias && !record.getIdentifier()) return {};
    std::string const unnamed = "(anonymous namespace)::";
    for (size_t at = name.find(unnamed); at != std::string::npos; at = name.find(unnamed))
        name.erase(at, unnamed.size());
    return name;
}

std::vector<RecordDecl const*> find_records(clang::ASTContext& context, std::string_view name) {
    std::vector<RecordDecl const*> found;
    collect(*context.getTranslationUnitDecl(), name, found);
    return found;
}

bool mentions(std::string_view text, std::string_view class_name) {
    std::string_view const simple = last_component(class_name);
    for (size_t at = text.find(simple); at != std::string_view::npos;
         at = text.find(simple, at + 1)) {
        size_t const end = at + simple.size();
        bool const begins = at == 0 || !is_identifier(text[at - 1]);
        if (begins && (end == text.size() || !is_identifier(text[end]))) return true;
    }
    return false;
}

} // namespace rewrite

// SPDX-License-Identifier: BSD-2-Clause
// Names declarations and types of one parse so that they can be compared with those of another.
#pragma once

#include "meaning.hpp"
#include <rewrite/syntax/clang.hpp>

#include <deque>
#include <unordered_map>

namespace rewrite {

/// A declaration or type: what it is, and what it is made of. Equal ones of one `Signatures` are
/// the same object.
struct Signature {
    std::string head;
    std::vector<Signature const*> parts;

    /// Head and parts as one string.
    std::string text() const;
};

/// What ties the second text to the first: for each byte the analysed byte it shows, if any.
using OriginOf = std::function<std::optional<uint32_t>(uint32_t)>;

/// For the name of each further declaration of something: the name of its first declaration.
using FirstNames = std::map<uint32_t, uint32_t>;

/// Makes the signatures of one parse.
class Signatures {
public:
    /// `first_names` may still grow while signatures are made of other declarations.
    Signatures(clang::ASTContext const& context, OriginOf origin_of, FirstNames const& first_names);

    /// Of a text by itself.
    explicit Signatures(clang::ASTContext const& context);

    Signature const* of(clang::Decl const& declaration);
    Signature const* of(clang::QualType type);
    Signature const* of(clang::TemplateArgument const& argument);
    Signature const* of(clang::NestedNameSpecifier const* qualifier);
    Signature const* of_arguments(llvm::ArrayRef<clang::TemplateArgument> arguments);

    /// The arguments of all implicit template instantiations around (and of) the declaration.
    std::vector<Signature const*> instantiation(clang::Decl const& declaration);

    Signature const* make(std::string head, std::vector<Signature const*> parts = {});

    /// The offset of a location in the parsed text; a macro's is that of its expansion.
    std::optional<uint32_t> offset(clang::SourceLocation location) const;

    /// Tells places in all files apart; a macro's is that of its expansion.
    std::string file_and_offset(clang::SourceLocation location) const;

private:
    Signature const* make_declaration(clang::Decl const& declaration);
    Signature const* make_implicit(clang::NamedDecl const& declaration);
    std::string head_of(clang::Decl const& declaration);
    std::optional<std::string> text_key(clang::Decl const& declaration) const;
    std::string system_key(clang::NamedDecl const& declaration) const;
    Signature const* make_type(clang::QualType type);
    Signature const* make_plain_type(clang::Type const& type);
    Signature const* make_function(clang::FunctionProtoType const& type);
    Signature const* make_dependent(clang::Type const& type);

    clang::ASTContext const& context_;
    OriginOf origin_of_;
    FirstNames const& first_names_;
    std::deque<Signature> all_;
    std::map<std::pair<std::string, std::vector<Signature const*>>, Signature const*> made_;
    std::unordered_map<clang::Decl const*, Signature const*> declarations_;
    std::unordered_map<void const*, Signature const*> types_;
};

/// The declaration that templates are instantiated from, for what an instantiation declares.
clang::Decl const& pattern_of(clang::Decl const& declaration);

} // namespace rewrite

// SPDX-License-Identifier: BSD-2-Clause
// Tells what the text has a share in from what is made of system headers alone.
#pragma once

#include <rewrite/syntax/clang.hpp>

namespace rewrite {

/// Answers for one parse.
class TextShare {
public:
    explicit TextShare(clang::SourceManager const& sources) : sources_(sources) {}

    /// Whether the text declares it; a macro's place is that of its expansion.
    bool is_of_text(clang::Decl const& declaration) const;

    /// Whether it, something around it, a template argument or a type of a parameter is of the
    /// text. In doubt it is.
    bool has_share_in(clang::Decl const& declaration);

private:
    bool in(clang::Decl const& declaration);
    bool in_arguments(clang::Decl const& declaration);
    bool in(clang::QualType type);
    bool in(clang::TemplateArgument const& argument);
    bool in_any(llvm::ArrayRef<clang::TemplateArgument> arguments);

    clang::SourceManager const& sources_;
    std::set<clang::Decl const*> seen_; ///< in the question that is being answered
};

} // namespace rewrite

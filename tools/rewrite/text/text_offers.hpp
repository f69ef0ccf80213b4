// SPDX-License-Identifier: BSD-2-Clause
// What templates of the text code of system headers can reach without being given a type of the
// text.
#pragma once

#include "text_share.hpp"

namespace rewrite {

/// Grows as the parse goes on. Templates in namespaces that only the text opens are out of reach:
/// no name lookup of a system header goes there unless an argument's type leads it.
///
/// What stands in the global namespace or in one of system headers is in reach. There functions
/// are also found by the arguments of a call, whatever the order, and specialisations of system
/// templates are chosen; other names only by headers that are read later.
class TextOffers {
public:
    explicit TextOffers(TextShare& share, clang::SourceManager const& sources)
        : share_(share), sources_(sources) {}

    /// Notes a declaration of the outermost level, also those of system headers.
    void note(clang::Decl const& declaration);

    /// Whether any code of system headers may reach a template.
    bool are_open_to_all() const { return open_to_all_; }

    /// Whether code of a system header at this place may reach one.
    bool are_open_to(clang::SourceLocation location) const;

private:
    void note_namespace(clang::NamespaceDecl const& space);
    void note_of_text(clang::Decl const& declaration);
    void note_using(clang::UsingDecl const& names);
    void open_to_later(clang::SourceLocation location);
    bool is_out_of_reach(clang::DeclContext const& scope) const;
    bool is_text_namespace(clang::NamespaceDecl const& space) const;
    bool is_chosen_by_arguments(clang::Decl const& declaration);
    bool is_name_of_templates(clang::Decl const& declaration);
    bool leads_to_templates(clang::QualType type);
    bool has_templates(clang::CXXRecordDecl const& record);
    bool has_template_within(clang::CXXRecordDecl const& definition);

    TextShare& share_;
    clang::SourceManager const& sources_;
    bool open_to_all_ = false;
    /// Complete classes; a class that is asked about while it is looked at: `B : Mixin<B>`.
    std::map<clang::CXXRecordDecl const*, bool> has_templates_;
    clang::SourceLocation open_from_; ///< of the first name that later headers may use
};

} // namespace rewrite

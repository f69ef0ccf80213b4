// SPDX-License-Identifier: BSD-2-Clause
// Whether a rewritten text still means what the analysed text meant, token by token.
#pragma once

#include <rewrite/text/diagnostic.hpp>
#include <rewrite/text/edit_plan.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace rewrite {

/// Names a declaration across two parses: by the offset of its (first) name token if the
/// text declares it, else by what it is ("system: USR"), and implicit members by their class.
using DeclKey = std::string;

/// The key of a declaration of the text whose first declaration's name begins at `offset`.
DeclKey key_at(uint32_t offset);
DeclKey key_of(clang::ASTContext const& context, clang::Decl const& declaration);

/// What a rewriting meant to change: which declaration stands for which now. A declaration that is
/// not named stands for itself.
class Images {
public:
    /// Uses of `before` may (and must) mean one of the images now.
    void add(DeclKey const& before, DeclKey const& after) { images_[before].insert(after); }

    /// Uses at this analysed offset mean that, whatever their declaration's image is.
    void add_at(uint32_t use, DeclKey const& after) { at_[use].insert(after); }

    std::map<DeclKey, std::set<DeclKey>> const& all() const { return images_; }
    std::map<uint32_t, std::set<DeclKey>> const& at() const { return at_; }

private:
    std::map<DeclKey, std::set<DeclKey>> images_;
    std::map<uint32_t, std::set<DeclKey>> at_;
};

/// Compares every name use, overload choice, implicit conversion (derived-to-base ones apart) and
/// implicit call of both parses, per template instantiation. The after-text's tokens are matched
/// by `origins`. Each difference is a refusal at the user's place. Both contexts must have been
/// parsed without errors.
void compare_meaning(clang::ASTContext& before, clang::ASTContext& after, OriginMap const& origins,
                     Images const& images, Diagnostics& diagnostics);

} // namespace rewrite

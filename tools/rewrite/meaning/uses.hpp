// SPDX-License-Identifier: BSD-2-Clause
// What each token of a parsed text means.
#pragma once

#include "signature.hpp"

namespace rewrite {

/// One meaning of one token. Within templates: one of the template itself, and one for each of its
/// instantiations.
struct Use {
    uint32_t offset = 0;               ///< of the token in the parsed text
    std::string kind;                  ///< as "name", "type", "conversion of CallExpr"
    Signature const* within = nullptr; ///< arguments of the instantiation around it; null: none
    Signature const* meaning = nullptr;
    clang::NamedDecl const* declaration = nullptr; ///< what is meant, if that is one declaration
    clang::QualType type;                          ///< or that type
    Signature const* from = nullptr; ///< of constructors with one argument: the argument's type
    Signature const* to = nullptr;   ///< and the class
    bool is_of_system = false;       ///< of constructors: of a class of a system header
};

/// In ascending order of offset and kind.
using Uses = std::vector<Use>;

/// All uses in the main file.
Uses find_uses(clang::ASTContext& context, Signatures& signatures);

} // namespace rewrite

// SPDX-License-Identifier: BSD-2-Clause
// What templates of system headers use of the text.
#pragma once

#include "signature.hpp"

namespace rewrite {

/// One function that an instance of a system header's template names.
struct SystemUse {
    Signature const* within = nullptr;  ///< arguments of the instance; null: none
    Signature const* meaning = nullptr; ///< null: a function of the system headers
    clang::NamedDecl const* declaration = nullptr;
};

/// By place in the system header.
using SystemUses = std::map<std::string, std::vector<SystemUse>>;

/// The uses in all instances that the text has a share in and leads to. Special member functions
/// are left out: the compiler chooses them by the class.
SystemUses find_system_uses(clang::ASTContext& context, Signatures& signatures);

} // namespace rewrite

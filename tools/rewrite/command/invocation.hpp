// SPDX-License-Identifier: BSD-2-Clause
// The command's flags as clang, used as a library, understands them.
#pragma once

#include "compiler_facts.hpp"

#include <memory>
#include <string>

namespace clang {
class CompilerInvocation;
}

namespace rewrite {

enum class Purpose {
    preprocess, ///< the user's files, with the compiler's own macros and folders
    parse,      ///< a `UnitText`: macros and -include files of the command have had their effect
};

/// Translates the flags; those that clang does not know are left out. Null if clang has no such
/// target.
std::shared_ptr<clang::CompilerInvocation> make_invocation(CompilerCommand const& command,
                                                           CompilerFacts const& facts,
                                                           Purpose purpose,
                                                           std::string const& source);

} // namespace rewrite

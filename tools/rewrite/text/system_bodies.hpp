// SPDX-License-Identifier: BSD-2-Clause
// Leaves out bodies of system headers' functions that cannot lead back to the text: a third to a
// half of the time of a parse would go into them.
#pragma once

#include <memory>

namespace clang {
class FrontendAction;
}

namespace rewrite {

/// What is parsed of functions of system headers. Instantiations that the text has no share in, and
/// that cannot reach a template of it, are left out always: nothing of the text is instantiated
/// within them.
enum class SystemBodies {
    written, ///< all others
    shared,  ///< only what is a template or must be evaluated at compile time
};

/// Parses like `clang::SyntaxOnlyAction`.
std::unique_ptr<clang::FrontendAction> parse_without_system_bodies(SystemBodies wanted);

} // namespace rewrite

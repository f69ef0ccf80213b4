// SPDX-License-Identifier: BSD-2-Clause
// Leaves and enters namespaces in the text.
#pragma once

#include <set>
#include <string>

namespace clang {
class CXXRecordDecl;
class DeclContext;
} // namespace clang

namespace collapse {

/// Text that opens the namespaces around a declaration, and text that closes them.
struct Scope {
    std::string open;
    std::string close;
};

/// The namespaces (and linkage specifications) around `context`, itself included, as blocks that
/// correspond one to one to the braces that the text has open there.
Scope scope_of(clang::DeclContext const& context);

/// `namespace a { class X; }` for each class, in a fixed order.
std::string forward_declarations(std::set<clang::CXXRecordDecl const*> const& classes);

} // namespace collapse

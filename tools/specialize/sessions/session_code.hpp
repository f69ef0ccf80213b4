// SPDX-License-Identifier: BSD-2-Clause
// The code of sessions: a stencil of all versions of an entry, to be completed at run time.
#pragma once

#include <specialize/stencil/stencil.hpp>

#include <specialize/engine/specialize.hpp>

#include <optional>

namespace specialize {

/// Makes `NAME_generic`, another name of the general code, and the constant `NAME_stencil`: code
/// that tests the facts of one version after the other and runs the first that fits, or the general
/// code. The versions themselves are taken out of the module. To be called before any other pass.
std::optional<StencilRefusal> make_session_code(llvm::Module& module, llvm::Function& generic,
                                                std::vector<Version> const& versions,
                                                std::string const& name);

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Turns what clang says of the sources, and of the text after them, into findings.
#pragma once

#include "compile.hpp"
#include <specialize/spec/spec.hpp>

namespace specialize {

/// Errors in the spec get codes of their own (S0131 to S0135, S0139) and the edit that clang
/// proposes; others are those of the sources (S0104).
void refuse_for(std::vector<Message> const& errors, Spec const& spec,
                rewrite::Diagnostics& diagnostics);

/// What to put before all text after a source: errors there are errors, whatever the command
/// allows the source.
std::string strict_prologue(rewrite::Language language);

} // namespace specialize

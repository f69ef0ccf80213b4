// SPDX-License-Identifier: BSD-2-Clause
// A source as one text, for what is found and changed in it by places.
#pragma once

#include "build.hpp"

#include <rewrite/text/unit.hpp>

namespace specialize {

/// Clang's command to read the source, of a kind that the rewriting library knows.
rewrite::CompilerCommand reading_command(Build const& build, Source const& source);

/// The source and the text after it. Nothing: errors, in `diagnostics`.
std::optional<rewrite::UnitText> preprocessed(Build const& build, Source const& source,
                                              std::string const& text_behind,
                                              rewrite::Diagnostics& diagnostics);

} // namespace specialize

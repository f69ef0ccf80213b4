// SPDX-License-Identifier: BSD-2-Clause
// Writes a spec again with what was captured.
#pragma once

#include "capture_record.hpp"
#include "recording_text.hpp"

#include <specialize/versions/project.hpp>

namespace specialize {

/// The spec's text, in which each captured fact is a line for each of its leaves: the value, if it
/// was the same at each call, or else a comment that says what was seen. Nothing: refused, as the
/// record is of another spec (S0422), or an entry was never called (S0423).
std::optional<std::string> filled_spec(std::string const& text, Project const& project,
                                       SourceSymbols const& symbols, CaptureRecord const& record,
                                       rewrite::Diagnostics& diagnostics);

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Makes each call of an entry be recorded.
#pragma once

#include "recording_text.hpp"

#include <specialize/versions/linked.hpp>

namespace specialize {

/// All sources as one module in which the entries, by their own names and by those of their
/// versions, record and then run the general code. Nothing: refused.
std::optional<Linked> link_recording(Project& project, SourceSymbols const& symbols,
                                     rewrite::Diagnostics& diagnostics);

} // namespace specialize

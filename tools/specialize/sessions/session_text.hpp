// SPDX-License-Identifier: BSD-2-Clause
// Writes what a program opens sessions by: the slot of a version, and the function that reads the
// values of its holes.
#pragma once

#include <specialize/facts/probe.hpp>
#include <specialize/scan/treatments.hpp>

namespace specialize {

/// What to put after the source, before its facts functions; empty without sessions. For each
/// entry with sessions:
///
///     the slot VERSION, whose general code is VERSION_generic
///     int VERSION_open(PARAMETERS), with those parameters that the paths begin at
///     int VERSION_close(void)
///
/// VERSION_generic and VERSION_stencil are defined later, in the module (session_code.hpp).
std::string session_text(std::vector<BoundEntry> const& entries,
                         std::vector<ProbedEntry> const& probed,
                         std::vector<FactTreatments> const& treatments, size_t source,
                         rewrite::Language language);

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// The verbs that work on a spec and its sources.
#pragma once

#include <specialize/options/options.hpp>

#include <rewrite/text/diagnostic.hpp>

namespace specialize {

/// Prints the findings; the exit status.
int finish(Options const& options, rewrite::Diagnostics const& diagnostics);

/// Each carries its verb out, prints results and findings, and returns the exit status.
int write(Options const& options);
int check(Options const& options);
int predict_savings(Options const& options);
int explain_place(Options const& options);
int view(Options const& options);

} // namespace specialize

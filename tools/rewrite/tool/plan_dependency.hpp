// SPDX-License-Identifier: BSD-2-Clause
// Makes compilations depend on a plan file, in dependency files as compilers write them.
#pragma once

#include <string>

namespace rewrite {

/// Adds a rule to a dependency file: its first target depends on `file` too, so that builds
/// compile again when a plan changes. A file of no such form is left alone.
void add_dependency(std::string const& dependency_file, std::string const& file);

} // namespace rewrite

// SPDX-License-Identifier: BSD-2-Clause
// The rules that -MD and -MMD write for make and ninja.
#pragma once

#include <rewrite/command/command.hpp>
#include <rewrite/text/unit.hpp>

#include <string>

namespace rewrite {

/// The dependency file's text: the command's targets depend on the source and its headers.
std::string dependency_rules(CompilerCommand const& command, UnitText const& unit);

} // namespace rewrite

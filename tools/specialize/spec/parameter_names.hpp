// SPDX-License-Identifier: BSD-2-Clause
// Names and places in lists of parameters, which the grammar of .spec files leaves to C and C++.
#pragma once

#include "lexer.hpp"

#include <span>

namespace specialize {

/// The name that a parameter declares; empty if it has a type alone.
std::string_view name_of_parameter(std::span<Token const> tokens);

/// The same, of a parameter's text.
std::string name_of_parameter(std::string_view text);

} // namespace specialize

// SPDX-License-Identifier: BSD-2-Clause
// Recorded values as constants of the source language.
#pragma once

#include "capture_record.hpp"
#include "symbols.hpp"

#include <rewrite/command/command.hpp>

namespace specialize {

/// The constant, or why there is none.
struct Spelled {
    std::string text; ///< empty: there is none
    std::string reason;
};

/// Of a leaf with this shape; `symbols` are those that the source of its entry can name.
Spelled spelled(SeenValue const& value, Shape const& shape, std::vector<NamedSymbol> const& symbols,
                rewrite::Language language);

} // namespace specialize
